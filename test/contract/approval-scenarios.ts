import { linkedToken, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type Scenario } from './scenario.ts';

const approve = (token?: string) => (service: TestService) =>
  service.request('/v1/routes/approve', {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { token }),
  });

/** The token in the notice of a form that became active without its owner's approval. */
async function approvalToken(service: TestService): Promise<string> {
  await service.activeRoute();
  await service.create({ alias: 'Second form' });
  await until('the notice of the form', () => service.sink.mails.length > 0);
  return linkedToken(service, 'approve');
}

/** Every outcome of an approval link. */
export const APPROVAL_SCENARIOS = {
  'showApproval 200': {
    async run(service) {
      return service.request(`/v1/routes/approve?token=${await approvalToken(service)}`);
    },
  },
  'approveForm 200': {
    run: async (service) => approve(await approvalToken(service))(service),
  },
} satisfies Record<string, Scenario>;
