import { ServiceError } from '../contract/service-error.ts';
import type { AuthorizeForm } from '../forms/form-credentials.ts';

/** Whether an Authorization header has the management token of a form, or a session of its inbox. */
export type HoldsForm = (formId: string, authorization: string | undefined) => Promise<boolean>;

export const createHoldsForm =
  (authorize: AuthorizeForm): HoldsForm =>
  async (formId, authorization) => {
    if (authorization === undefined) return false;
    try {
      await authorize(formId, authorization);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500) return false;
      throw error;
    }
  };
