import { parse } from 'yaml';
import { deployPath, readDeployFile } from './deploy-files.ts';

export const ALERTS = deployPath('monitoring/alerts.yaml');

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

interface Target {
  expr: string;
  legendFormat?: string;
}

interface Dashboard {
  annotations: { list: { target: Target }[] };
  panels: { title: string; targets?: Target[] }[];
}

/** What asks Prometheus: an alert, or a line of the dashboard. */
interface Question {
  title: string;
  expr: string;
  /** What a line is called, with the labels it names. */
  legend: string;
}

export function readAlerts(): Question[] {
  const { groups } = parse(readDeployFile('monitoring/alerts.yaml')) as Rules;
  return groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr }) => ({ title: alert, expr, legend: '' }));
}

export function readDashboard(): Question[] {
  const text = readDeployFile('monitoring/dashboard.json');
  const { annotations, panels } = JSON.parse(text) as Dashboard;
  const marks = annotations.list.map(({ target }) => ({ title: 'annotation', targets: [target] }));
  return [...marks, ...panels].flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat: legend = '' }) => ({ title, expr, legend })),
  );
}
