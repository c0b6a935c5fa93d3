import { ServiceError } from '../../contract/service-error.ts';
import { allowsSite } from '../../forms/settings/origins.ts';
import type { Gate } from './gate.ts';

/** Websites that the form does not list (ADR 40). */
export const ORIGIN: Gate = {
  name: 'origin',
  at({ settings: { origins = [] } }) {
    if (origins.length === 0) return undefined;
    return ({ submission: { site, isOwnTest } }) => {
      if (isOwnTest || (site !== undefined && allowsSite(origins, site))) return undefined;
      throw new ServiceError('origin_not_allowed');
    };
  },
};
