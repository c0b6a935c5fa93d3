import { PANELS, type Panel } from './dashboard-panels.ts';
import { SELECTED } from './dashboard-queries.ts';

/** Columns of a page. */
const COLUMNS = 24;
const NUMBER = { w: 4, h: 4 };
const CURVE = { w: 8, h: 8 };

const SOURCE = { type: 'prometheus', uid: '${source}' };

const LETTERS = 'ABCDEFGH';

/** Places things of one size in rows below `top`. */
const place = ({ w, h }: { w: number; h: number }, index: number, top: number) => ({
  w,
  h,
  x: (index * w) % COLUMNS,
  y: top + Math.floor((index * w) / COLUMNS) * h,
});

const OPTIONS = {
  stat: {
    textMode: 'value_and_name',
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  },
  timeseries: {
    legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
};

function defaultsOf({ unit = 'short', isStacked, redFrom, isNumber }: Panel) {
  const red = redFrom === undefined ? [] : [{ color: 'red', value: redFrom }];
  const curve = {
    fillOpacity: isStacked ? 40 : 0,
    stacking: { mode: isStacked ? 'normal' : 'none', group: 'A' },
    thresholdsStyle: { mode: redFrom === undefined ? 'off' : 'line' },
  };
  return {
    unit,
    min: 0,
    thresholds: { mode: 'absolute', steps: [{ color: 'green', value: null }, ...red] },
    ...(!isNumber && { custom: curve }),
  };
}

function renderPanel(panel: Panel, gridPos: ReturnType<typeof place>) {
  const { title, description, lines, isNumber } = panel;
  const type = isNumber ? 'stat' : 'timeseries';
  return {
    title,
    ...(description !== undefined && { description }),
    type,
    datasource: SOURCE,
    gridPos,
    options: OPTIONS[type],
    fieldConfig: { defaults: defaultsOf(panel), overrides: [] },
    targets: Object.entries(lines).map(([legendFormat, expr], index) => ({
      refId: LETTERS[index],
      datasource: SOURCE,
      expr,
      legendFormat,
      ...(isNumber && { instant: true }),
    })),
  };
}

function renderPanels() {
  let top = 0;
  const all = Object.entries(PANELS).flatMap(([title, panels]) => {
    const row = {
      title,
      type: 'row',
      collapsed: false,
      gridPos: { x: 0, y: top, w: COLUMNS, h: 1 },
    };
    const placed = panels.map((panel, index) =>
      renderPanel(panel, place(panel.isNumber ? NUMBER : CURVE, index, top + 1)),
    );
    top = Math.max(...placed.map(({ gridPos: { y, h } }) => y + h));
    return [{ ...row, panels: [] }, ...placed];
  });
  return all.map((panel, index) => ({ id: index + 1, ...panel }));
}

/** A choice at the top of the page, of the values that a label of the nodes has. */
const choice = (name: string, label: string, selector: string, isMany: boolean) => ({
  name,
  label,
  type: 'query',
  datasource: SOURCE,
  query: { query: `label_values(${selector}, ${name})`, refId: name },
  refresh: 2,
  sort: 1,
  multi: isMany,
  includeAll: isMany,
  ...(isMany && { allValue: '.*', current: { text: 'All', value: '$__all' } }),
});

/** A mark at the time of each start, with what was started. */
const starts = {
  name: 'Starts',
  enable: true,
  iconColor: 'purple',
  datasource: SOURCE,
  target: {
    refId: 'Starts',
    expr: `1000 * process_start_time_seconds{${SELECTED}} * on (job, instance) group_left (version, commit) letterslot_build_info`,
  },
  titleFormat: 'Letterslot {{version}} started',
  textFormat: '{{commit}}',
  tagKeys: 'instance',
  useValueForTime: true,
};

/** deploy/monitoring/dashboard.json, as Grafana imports it. */
export const renderDashboard = (): string =>
  `${JSON.stringify(
    {
      uid: 'letterslot',
      title: 'Letterslot',
      tags: ['letterslot'],
      schemaVersion: 39,
      editable: true,
      graphTooltip: 1,
      time: { from: 'now-24h', to: 'now' },
      refresh: '1m',
      templating: {
        list: [
          { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
          choice('job', 'Job', 'letterslot_build_info', false),
          choice('instance', 'Node', 'letterslot_build_info{job="$job"}', true),
        ],
      },
      annotations: { list: [starts] },
      panels: renderPanels(),
    },
    undefined,
    1,
  )}\n`;
