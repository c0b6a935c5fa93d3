import { fieldsToObject } from '../../domain/submissions/fields.ts';
import type { Delivery } from '../../domain/submissions/delivery.ts';

/** The body of a webhook call: one event of the type `submission.received`. */
export function composeWebhookEvent({ at, route, submission }: Delivery): string {
  const { subject, replyTo, test, suspicions } = submission;
  return JSON.stringify({
    type: 'submission.received',
    timestamp: new Date(at).toISOString(),
    data: {
      form_id: route.formId,
      alias: route.alias,
      test: test !== undefined,
      ...(subject !== undefined && { subject }),
      ...(replyTo !== undefined && { reply_to: replyTo }),
      ...(suspicions && { suspicious: suspicions }),
      fields: fieldsToObject(submission.fields),
    },
  });
}
