import type { FindRoute } from '../../routes/find-route.ts';
import { tooLarge } from '../../submissions/fields.ts';
import { chooseFormReader } from '../../submissions/form-body.ts';
import { parseSubmission } from '../../submissions/parse-submission.ts';
import type { SubmitForm } from '../../submissions/submit-form.ts';
import { callerOf } from '../caller.ts';
import type { Handlers } from '../mount-operations.ts';
import { readBody } from '../read-body.ts';
import { sendAccepted } from '../submission-reply.ts';

interface Parts {
  findRoute: FindRoute;
  submitForm: SubmitForm;
  maxBytes: number;
}

export function createSubmissionHandlers(parts: Parts): Pick<Handlers, 'submitForm'> {
  const { findRoute, submitForm, maxBytes } = parts;
  return {
    async submitForm(request, reply) {
      const { formId } = request.params as { formId: string };
      const route = await findRoute(formId);
      const contentType = request.headers['content-type'] ?? '';
      const readForm = chooseFormReader(contentType);
      const body = await readBody(request.raw, maxBytes);
      if (!body) throw tooLarge(`The submission is larger than ${maxBytes} bytes.`);
      const submission = parseSubmission(await readForm(body, contentType));
      const submitter = { caller: callerOf(request), requestId: request.id };
      return sendAccepted(request, reply, await submitForm(route, submission, submitter));
    },
  };
}
