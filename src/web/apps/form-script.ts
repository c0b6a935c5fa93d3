import { createHash } from 'node:crypto';
import { bodiesOf, loadPages, once } from './bundled.ts';

/** The script for forms on any website: its files by their names, and which of them a page loads. */
export const loadFormScript = once(async () => {
  const { formScript } = await loadPages();
  const [main] = formScript;
  const files = new Map(formScript.map((asset) => [asset.name, bodiesOf(asset)]));
  const content = Buffer.from(main.identity, 'base64');
  return {
    name: main.name,
    /** Subresource Integrity. */
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    files,
  };
});
