/** A line of a panel: what it is called, and its expression. */
export type Lines = Readonly<Record<string, string>>;

/** The nodes that are chosen at the top of the page. */
export const SELECTED = 'job="$job",instance=~"$instance"';

export const rate = (selector: string, by: string) =>
  `sum by (${by}) (rate(${selector}[$__rate_interval]))`;

export const perMinute = (selector: string, by: string) => `60 * ${rate(selector, by)}`;

export const quantile = (share: number, histogram: string, matchers = '', by = '') => {
  const buckets = rate(`${histogram}_bucket{${SELECTED}${matchers}}`, `${by}le`);
  return `histogram_quantile(${share}, ${buckets})`;
};

export const quantiles = (histogram: string, matchers = ''): Lines => ({
  'half within': quantile(0.5, histogram, matchers),
  '95 % within': quantile(0.95, histogram, matchers),
  '99 % within': quantile(0.99, histogram, matchers),
});

export const counts = (metric: string, label: string, matchers = ''): Lines => ({
  [`{{${label}}}`]: `${perMinute(`${metric}{${SELECTED}${matchers}}`, label)} > 0`,
});

export const gauge = (metric: string, legend = '{{instance}}'): Lines => ({
  [legend]: `${metric}{${SELECTED}}`,
});
