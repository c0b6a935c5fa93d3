import {
  counts,
  gauge,
  perMinute,
  quantile,
  quantiles,
  rate,
  SELECTED,
  type Lines,
} from './dashboard-queries.ts';

export interface Panel {
  title: string;
  /** The remedy, or how to read it. */
  description?: string;
  /** Of Grafana; a plain number without one. */
  unit?: string;
  lines: Lines;
  /** A number, in place of a curve. */
  isNumber?: true;
  /** Areas on top of each other. */
  isStacked?: true;
  /** From which value on it is red. */
  redFrom?: number;
}

const BUILD = `letterslot_build_info{${SELECTED}}`;

const SUBMISSIONS = 'letterslot_submissions_total';

const outcomes = (matcher: string) =>
  `sum(increase(${SUBMISSIONS}{${SELECTED},outcome${matcher}}[$__range]))`;

/** Faults of the service or of what it needs, not of who submits. */
const OUR_FAULTS = '=~"delivery_failed|internal_error"';

/** The panels of deploy/monitoring/dashboard.json, by row. */
export const PANELS: Readonly<Record<string, readonly Panel[]>> = {
  Now: [
    { title: 'Nodes', isNumber: true, lines: { nodes: `count(${BUILD})` } },
    {
      title: 'Versions',
      description: 'More than one for the time of a roll-out.',
      isNumber: true,
      lines: { '{{version}}': `count by (version, commit) (${BUILD})` },
    },
    {
      title: 'Up since',
      unit: 's',
      isNumber: true,
      lines: { '{{instance}}': `time() - process_start_time_seconds{${SELECTED}}` },
    },
    { title: 'Delivered', isNumber: true, lines: { delivered: outcomes('="delivered"') } },
    {
      title: 'Lost to our faults',
      description:
        'Submissions whose visitor was asked to try again, of those and the delivered ones.',
      unit: 'percentunit',
      isNumber: true,
      redFrom: 0.01,
      lines: {
        lost: `${outcomes(OUR_FAULTS)} / ${outcomes('=~"delivered|delivery_failed|internal_error"')}`,
      },
    },
    {
      title: 'Faults',
      description: 'Each one is a line at level error in the log.',
      isNumber: true,
      redFrom: 1,
      lines: { faults: `sum(increase(letterslot_faults_total{${SELECTED}}[$__range]))` },
    },
  ],
  Submissions: [
    {
      title: 'Submissions by outcome',
      unit: 'opm',
      isStacked: true,
      lines: counts(SUBMISSIONS, 'outcome'),
    },
    {
      title: 'Time of a submission',
      description:
        'From the head of the request to the end of its answer: most of it is the mail server.',
      unit: 's',
      lines: quantiles('letterslot_request_duration_seconds', ',operation="submitForm"'),
    },
    {
      title: 'Marked as suspicious, by reason',
      unit: 'opm',
      isStacked: true,
      lines: counts('letterslot_suspicious_submissions_total', 'reason'),
    },
    {
      title: 'Requests by operation',
      unit: 'opm',
      isStacked: true,
      lines: counts('letterslot_requests_total', 'operation'),
    },
    {
      title: 'Refused requests by code',
      unit: 'opm',
      isStacked: true,
      lines: counts('letterslot_requests_refused_total', 'code'),
    },
    {
      title: 'Forms: created, confirmed, stopped …',
      unit: 'opm',
      lines: counts('letterslot_route_events_total', 'event'),
    },
  ],
  Mail: [
    {
      title: 'Mails of submissions by outcome',
      unit: 'opm',
      isStacked: true,
      lines: counts('letterslot_deliveries_total', 'outcome', ',channel="email"'),
    },
    {
      title: 'Time of the mail server',
      unit: 's',
      lines: quantiles('letterslot_delivery_duration_seconds', ',channel="email"'),
    },
    {
      title: 'Sessions and queue',
      description:
        'Of SMTP_CONNECTIONS sessions for each node; when 200 mails wait, submissions are refused.',
      redFrom: 20,
      lines: {
        '{{state}}': `sum by (state) (letterslot_smtp_sessions{${SELECTED}})`,
        'mails that wait': `sum(letterslot_smtp_messages_waiting{${SELECTED}})`,
        'marked mails that wait': `sum(letterslot_marked_smtp_messages_waiting{${SELECTED}})`,
      },
    },
    {
      title: 'Verification mails',
      unit: 'opm',
      isStacked: true,
      lines: {
        ...counts('letterslot_verification_mails_total', 'outcome'),
        ...counts('letterslot_verification_mails_held_back_total', 'budget'),
      },
    },
    {
      title: 'Notices to owners',
      unit: 'opm',
      isStacked: true,
      lines: counts('letterslot_owner_mails_total', 'notice'),
    },
    {
      title: 'Mail that came back',
      unit: 'opm',
      isStacked: true,
      lines: counts('letterslot_bounces_total', 'verdict'),
    },
  ],
  'Webhooks and chats': [
    {
      title: 'Calls by outcome',
      unit: 'opm',
      isStacked: true,
      lines: {
        '{{channel}} {{outcome}}': `${perMinute(`letterslot_deliveries_total{${SELECTED},channel!="email"}`, 'channel, outcome')} > 0`,
      },
    },
    {
      title: 'Time of 95 % of the calls',
      unit: 's',
      lines: {
        '{{channel}}': quantile(
          0.95,
          'letterslot_delivery_duration_seconds',
          ',channel!="email"',
          'channel, ',
        ),
      },
    },
    {
      title: 'Calls in the background, and pauses',
      description:
        'At most 256 for each node; a receiver that fails five times in a row is not called for a while.',
      lines: {
        '{{state}}': `sum by (state) (letterslot_background_webhooks{${SELECTED}})`,
        'pauses {{event}}': `sum by (event) (increase(letterslot_webhook_pauses_total{${SELECTED}}[$__rate_interval]))`,
      },
    },
  ],
  Database: [
    {
      title: 'Time of 95 % of the calls, the slowest',
      unit: 's',
      lines: {
        '{{call}}': `topk(8, ${quantile(0.95, 'letterslot_store_call_duration_seconds', '', 'call, ')})`,
      },
    },
    {
      title: 'Calls that failed',
      unit: 'opm',
      isStacked: true,
      lines: counts('letterslot_store_failures_total', 'call'),
    },
    {
      title: 'Connections to PostgreSQL',
      lines: {
        '{{state}}': `sum by (state) (letterslot_store_connections{${SELECTED}})`,
        'calls that wait': `sum(letterslot_store_calls_waiting{${SELECTED}})`,
      },
    },
  ],
  Process: [
    {
      title: 'Lag of the event loop, 99 %',
      unit: 's',
      redFrom: 0.2,
      lines: gauge('nodejs_eventloop_lag_p99_seconds'),
    },
    {
      title: 'Processor, of one core',
      unit: 'percentunit',
      redFrom: 0.9,
      lines: { '{{instance}}': rate(`process_cpu_seconds_total{${SELECTED}}`, 'instance') },
    },
    {
      title: 'Memory',
      unit: 'bytes',
      lines: {
        ...gauge('process_resident_memory_bytes', '{{instance}} resident'),
        ...gauge('nodejs_heap_size_used_bytes', '{{instance}} heap'),
        ...gauge('nodejs_external_memory_bytes', '{{instance}} buffers'),
      },
    },
    {
      title: 'Garbage collection, of one core',
      unit: 'percentunit',
      lines: { '{{instance}}': rate(`nodejs_gc_duration_seconds_sum{${SELECTED}}`, 'instance') },
    },
    { title: 'Open files', lines: gauge('process_open_fds') },
    {
      title: 'Connections cut, filters that gave no verdict',
      unit: 'opm',
      lines: {
        ...counts('letterslot_connections_cut_total', 'reason'),
        Rspamd: perMinute(`letterslot_rspamd_failures_total{${SELECTED}}`, 'job'),
        ClamAV: perMinute(`letterslot_file_scan_failures_total{${SELECTED}}`, 'job'),
      },
    },
  ],
};
