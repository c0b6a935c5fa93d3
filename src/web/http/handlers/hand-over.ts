import { parseNamedInbox } from '../../../consent/decisions/inbox-requests.ts';
import type { Operations } from '../call.ts';
import type { HandlerContext } from './handler-context.ts';

/** A form that is offered to another inbox. */
export const handOverOperations = ({ owners: { handOver } }: HandlerContext) =>
  ({
    handOver: ({ form, body, asker }) => handOver.offer(form, parseNamedInbox(body), asker),
    getHandOver: ({ form }) => handOver.read(form),
    withdrawHandOver: ({ form }) => handOver.withdraw(form),
  }) satisfies Partial<Operations>;
