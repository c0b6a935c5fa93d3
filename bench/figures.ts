import { cpus, loadavg } from 'node:os';

/** The value below which this share of the values falls; NaN without values. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: Iterable<number>) => quantile(values, 0.5);

/** A figure for people: three digits that count, or a dash if there is none. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value
    .toPrecision(3)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/** A Markdown table. */
export function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Figures cannot be compared without these facts. */
export function describeMachine() {
  const [first] = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    processors: cpus().length,
    processor: first?.model.trim() ?? 'unknown',
    loadAverage: loadavg().map((value) => Math.round(value * 100) / 100),
  };
}

export function machineLine(): string {
  const { node, processors, processor, loadAverage, date } = describeMachine();
  const load = loadAverage[0] ?? 0;
  return `${date.slice(0, 10)}, Node.js ${node}, ${processors} × ${processor}, load average ${load}\n\n`;
}
