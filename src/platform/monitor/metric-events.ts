import type { OperationId } from '../../contract/operations.ts';
import type { Log } from '../log/log.ts';
import type { MailFailureKind } from '../../delivery/mail/mailer.ts';
import type { Recorder } from './metrics.ts';

const SUBMIT: OperationId = 'submitForm';

/** Such a delivery took no time: it was never tried. */
const UNTRIED: MailFailureKind = 'overloaded';

/** Turns the events that the rooms tell the log into metrics. */
export function createMetricEvents({ count, observe }: Recorder): Partial<Log> {
  const countSubmission = (operation: string, outcome: string) => {
    if (operation === SUBMIT) count('letterslot_submissions_total', { outcome });
  };

  function countDelivery(channel: string, outcome: string, ms: number): void {
    count('letterslot_deliveries_total', { channel, outcome });
    if (outcome !== UNTRIED) observe('letterslot_delivery_duration_seconds', { channel }, ms);
  }

  const countFault = (fault: string) => count('letterslot_faults_total', { fault });
  const countRoute = (event: string) => count('letterslot_route_events_total', { event });

  return {
    requestAnswered({ operation, status, ms }) {
      count('letterslot_requests_total', { operation, status: String(status) });
      observe('letterslot_request_duration_seconds', { operation }, ms);
    },
    requestUnreadable: ({ status }) =>
      count('letterslot_requests_total', { operation: 'none', status: String(status) }),
    connectionCut: ({ reason }) => count('letterslot_connections_cut_total', { reason }),
    requestRefused({ operation, code }) {
      count('letterslot_requests_refused_total', { operation, code });
      countSubmission(operation, code);
    },
    requestAborted: ({ operation }) => countSubmission(operation, 'aborted'),
    requestFailed({ operation }) {
      countFault('request');
      countSubmission(operation, 'internal_error');
    },
    submissionTrapped({ kind }) {
      countSubmission(SUBMIT, 'trapped');
      count('letterslot_trapped_submissions_total', { kind });
    },
    autofillNotCounted: () => countFault('autofill_not_counted'),
    submissionRehearsed: () => countSubmission(SUBMIT, 'dry_run'),
    submissionMarked({ suspicions }) {
      for (const reason of suspicions) count('letterslot_suspicious_submissions_total', { reason });
    },
    submissionDelivered({ channel, awaited, ms }) {
      countDelivery(channel, 'delivered', ms);
      if (awaited) countSubmission(SUBMIT, 'delivered');
    },
    deliveryFailed: ({ channel, kind, ms }) => countDelivery(channel, kind, ms),
    deliveryDropped: ({ channel, count: dropped }) =>
      count('letterslot_deliveries_total', { channel, outcome: 'dropped' }, dropped),
    webhooksPaused: () => count('letterslot_webhook_pauses_total', { event: 'begun' }),
    webhooksResumed: () => count('letterslot_webhook_pauses_total', { event: 'ended' }),
    allowanceNotReleased: () => countFault('allowance_not_released'),
    submissionReplayed: () => countSubmission(SUBMIT, 'replayed'),
    outcomeNotKept: () => countFault('outcome_not_kept'),
    sweepFailed: () => countFault('sweep'),
    verificationMailed: () => count('letterslot_verification_mails_total', { outcome: 'accepted' }),
    verificationNotMailed: ({ kind }) =>
      count('letterslot_verification_mails_total', { outcome: kind }),
    mailBudgetSpent: ({ budget }) =>
      count('letterslot_verification_mails_held_back_total', { budget }),
    providerAnswered: ({ provider, standing }) =>
      count('letterslot_provider_calls_total', { provider, outcome: standing }),
    providerFailed: ({ provider, kind }) =>
      count('letterslot_provider_calls_total', { provider, outcome: kind }),
    routeCreated: ({ replayed }) => countRoute(replayed ? 'replayed' : 'created'),
    routeConfirmed: () => countRoute('confirmed'),
    routeDeleted: () => countRoute('deleted'),
    routeStopped({ spam }) {
      countRoute('stopped');
      if (spam) countRoute('reported');
    },
    routeApproved: () => countRoute('approved'),
    routeRefused: () => countRoute('refused'),
    ownerNotified: ({ notice }) =>
      count('letterslot_owner_mails_total', { notice, outcome: 'sent' }),
    ownerNotNotified: ({ notice }) =>
      count('letterslot_owner_mails_total', { notice, outcome: 'not_sent' }),
    storeAnswered({ call, ms, failed }) {
      observe('letterslot_store_call_duration_seconds', { call }, ms);
      if (failed) count('letterslot_store_failures_total', { call });
    },
  };
}
