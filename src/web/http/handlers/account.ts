import { LIMITS } from '../../../contract/limits.ts';
import type { AccountRoutes } from '../../../domain/routes/account-routes.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody } from '../read-body.ts';

export function createAccountHandlers(
  accountRoutes: AccountRoutes,
): Pick<Handlers, 'listAccountRoutes'> {
  return {
    async listAccountRoutes(request) {
      accountRoutes.authorize(request.headers.authorization);
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      return accountRoutes.list(body, request.id);
    },
  };
}
