import { figure } from './figures.ts';

interface Curve {
  name: string;
  values: readonly number[];
}

/** Curves over the same sizes, with one axis of values from zero. */
export interface Panel {
  title: string;
  curves: readonly Curve[];
}

const PANEL = { width: 300, height: 220, left: 16, right: 74, top: 44, bottom: 34 };
const LINE = 14;
const INNER = {
  width: PANEL.width - PANEL.left - PANEL.right,
  height: PANEL.height - PANEL.top - PANEL.bottom,
};

/** Three colours, distinct on white and on black, also for colour-blind readers. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; }
  .quiet { fill: #59636e; }
  .axis { stroke: #d1d9e0; }
  .curve { fill: none; stroke-width: 2; }
  .c0 { stroke: #0969da; } .c1 { stroke: #bc4c00; } .c2 { stroke: #1a7f37; }
  .d0 { fill: #0969da; } .d1 { fill: #bc4c00; } .d2 { fill: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .quiet { fill: #9198a1; }
    .axis { stroke: #3d444d; }
    .c0 { stroke: #4493f8; } .c1 { stroke: #f0883e; } .c2 { stroke: #3fb950; }
    .d0 { fill: #4493f8; } .d1 { fill: #f0883e; } .d2 { fill: #3fb950; }
  }`;

const short = (count: number) =>
  count >= 1e6 ? `${count / 1e6}M` : count >= 1e3 ? `${count / 1e3}k` : String(count);

/** Heights of the labels at the ends of curves, moved apart so that they do not overlap. */
function spreadLabels(heights: readonly number[]): number[] {
  const placed: number[] = [];
  let last = -Infinity;
  for (const [index, height] of [...heights.entries()].toSorted((a, b) => a[1] - b[1])) {
    last = Math.max(height, last + LINE);
    placed[index] = last;
  }
  return placed;
}

function drawPanel(panel: Panel, sizes: readonly number[], place: number): string {
  const most = Math.max(...panel.curves.flatMap(({ values }) => values));
  const logs = sizes.map((size) => Math.log10(size));
  const [first = 0, last = 1] = [logs.at(0), logs.at(-1)];
  const x = (log: number) =>
    PANEL.left + ((log - first) / Math.max(last - first, 1e-9)) * INNER.width;
  const y = (value: number) => PANEL.top + (1 - value / most) * INNER.height;
  const bottom = PANEL.top + INNER.height;
  const ends = spreadLabels(panel.curves.map(({ values }) => y(values.at(-1) ?? 0)));
  const curves = panel.curves.map(({ name, values }, index) => {
    const points = values.map((value, at) => [x(logs[at] ?? 0).toFixed(1), y(value).toFixed(1)]);
    const dots = points.map(
      ([cx, cy]) => `<circle class="d${index}" cx="${cx}" cy="${cy}" r="3"/>`,
    );
    const label = `${name} ${figure(values.at(-1) ?? NaN)}`.trim();
    return (
      `<polyline class="curve c${index}" points="${points.map((point) => point.join()).join(' ')}"/>` +
      `${dots.join('')}<text x="${PANEL.width - PANEL.right + 8}" y="${((ends[index] ?? 0) + 4).toFixed(1)}">${label}</text>`
    );
  });
  const ticks = sizes.map(
    (size, at) =>
      `<text class="quiet" x="${x(logs[at] ?? 0).toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${short(size)}</text>`,
  );
  return [
    `<g transform="translate(${place * PANEL.width})">`,
    `<text class="title" x="${PANEL.left - 8}" y="24">${panel.title}</text>`,
    `<path class="axis" d="M${PANEL.left - 8} ${bottom}H${PANEL.width - PANEL.right + 8}"/>`,
    ...curves,
    ...ticks,
    '</g>',
  ].join('\n');
}

/** An SVG of panels side by side, over sizes on a logarithmic axis, for light and dark pages. */
export function drawChart(
  title: string,
  panels: readonly Panel[],
  sizes: readonly number[],
): string {
  const width = PANEL.width * panels.length;
  const drawn = panels.map((panel, place) => drawPanel(panel, sizes, place));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${PANEL.height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<style>${STYLE}\n</style>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}
