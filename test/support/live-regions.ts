import type { Page } from 'playwright-core';

/** An element whose changes a screen reader says aloud. */
interface LiveRegion {
  role: string;
  live: string | undefined;
  text: string;
}

/** The status elements of a page, with their text, from Chromium's accessibility tree. */
export async function liveRegions(page: Page): Promise<LiveRegion[]> {
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return nodes
    .filter(({ role }) => role?.value === 'status')
    .map(({ role, properties = [], childIds = [] }) => ({
      role: role?.value,
      live: properties.find(({ name }) => name === 'live')?.value.value,
      text: childIds.map((id) => byId.get(id)?.name?.value ?? '').join(''),
    }));
}
