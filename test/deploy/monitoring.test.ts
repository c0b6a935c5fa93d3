import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METRICS, type MetricRow } from '../../src/platform/monitor/metric-table.ts';
import { startMeteredService } from '../support/metered-service.ts';
import { readAlerts, readDashboard } from './monitoring.ts';

/** Of Prometheus itself, and of a histogram. */
const ALWAYS = ['job', 'instance', 'le'];

const namesIn = (expr: string) => {
  const found = expr.match(/\b(?:letterslot|process|nodejs)_\w+/g) ?? [];
  return found.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
};

const rowOf = (name: string): MetricRow | undefined => (METRICS as Record<string, MetricRow>)[name];

for (const [what, questions] of [
  ['alerts', readAlerts()],
  ['panels', readDashboard()],
] as const) {
  describe(`deploy: ${what}`, () => {
    it(`${what} ask for metrics that a service has`, async (test) => {
      const { metrics } = await startMeteredService(test);
      const { types } = await metrics();
      assert.ok(questions.length > 10);
      for (const { title, expr } of questions) {
        assert.ok(namesIn(expr).length > 0, title);
        for (const name of namesIn(expr)) assert.ok(types.has(name), `${title}: ${name}`);
      }
    });

    it(`${what} ask for values that a label can have`, () => {
      for (const { title, expr } of questions) {
        for (const [, name = '', matchers = ''] of expr.matchAll(/(letterslot_\w+)\{(.*?)\}/g)) {
          for (const [, label = '', text = ''] of matchers.matchAll(/(\w+)(?:=|!=|=~)"(.*?)"/g)) {
            if (ALWAYS.includes(label)) continue;
            const [family = ''] = namesIn(name);
            const values = rowOf(family)?.labels[label]?.values ?? [];
            for (const value of text.split('|'))
              assert.ok(values.includes(value), `${title}: ${name} ${label} ${value}`);
          }
        }
      }
    });

    it(`${what} group by labels that the metrics have, and name lines by these`, () => {
      for (const { title, expr, legend } of questions) {
        const known = namesIn(expr).flatMap((name) => Object.keys(rowOf(name)?.labels ?? {}));
        const grouped = Array.from(expr.matchAll(/\b(?:by|on|group_left) \((.*?)\)/g));
        const groups = grouped.flatMap(([, list = '']) => list.split(', '));
        for (const label of groups)
          assert.ok([...ALWAYS, ...known].includes(label), `${title}: ${label}`);
        const kept = expr.includes(' by (') ? groups : ['instance'];
        for (const [, label = ''] of legend.matchAll(/\{\{(\w+)\}\}/g))
          assert.ok(kept.includes(label), `${title}: ${legend}`);
      }
    });
  });
}
