import { LIMITS } from '../../contract/limits.ts';
import type { ServiceDescriptor } from '../../contract/schemas.ts';
import type { Links } from '../../platform/links.ts';

export interface Deployment {
  /** Source commit. */
  version: string;
  /** Like `1.0.0`. */
  release: string;
  source: string;
  deliveryMode: ServiceDescriptor['delivery_mode'];
  /** True if the page at /start is served. */
  startPage: boolean;
}

/** The description of this deployment for programs. */
export function describeService(deployment: Deployment, links: Links): ServiceDescriptor {
  return {
    name: 'letterslot',
    api_version: 'v1',
    version: deployment.version,
    release: deployment.release,
    source: deployment.source,
    openapi_url: links.openApi(),
    docs_url: links.docs(),
    mcp_url: links.mcp(),
    ...(deployment.startPage && { start_url: links.start() }),
    form_script_url: links.formScript(),
    delivery_mode: deployment.deliveryMode,
    persistence: {
      submission_fields: 'never',
      destination_address: 'encrypted',
      submission_history: 'none',
      counters:
        'Deliveries per inbox and month, under a keyed hash of the address. Per form and day, how many ' +
        `submissions were delivered, failed and refused, and how many came with each access key, for ${LIMITS.countedDays} days.`,
      idempotency:
        'Of a delivered submission with an Idempotency-Key: keyed hashes of key and request, and ' +
        `sealed the delivery id, time and counts, for ${LIMITS.submissionRetryHours} hours.`,
      automatic_answers:
        'Counts under keyed hashes of addresses that a form answered by itself, and of its inbox and the client network, ' +
        'for two days. A keyed hash of ' +
        'an address that stopped such answers, for ten years.',
    },
  };
}
