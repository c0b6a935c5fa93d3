import { parseFormId, type FormId } from '../../domain/routes/route.ts';
import type { RouteStore } from '../../domain/routes/route-store.ts';
import { CommandError, EXIT, UsageError, type Run } from './command.ts';
import { withStore } from './open-existing.ts';

interface Change {
  /** False when there was nothing to change. */
  apply(routes: RouteStore, formId: FormId): Promise<boolean>;
  done: string;
  /** Why nothing was changed on a form that exists. */
  idle: string;
}

const toRun =
  ({ apply, done, idle }: Change): Run =>
  async (context) => {
    const [text = ''] = context.positionals;
    const formId = parseFormId(text);
    if (!formId) {
      throw new UsageError('FORM_ID must be the id of a form: cfm_ and 16 letters and digits.');
    }
    const settings = context.readSettings();
    await withStore(settings, async ({ store: { routes } }) => {
      if (await apply(routes, formId)) return;
      const exists = await routes.findEvenStopped(formId);
      throw new CommandError(
        exists ? `The form ${formId} ${idle}.` : `There is no form ${formId} in this database.`,
      );
    });
    context.print(`${formId} ${done}`);
    return EXIT.ok;
  };

export const deleteRoute = toRun({
  async apply(routes, formId) {
    if (!(await routes.findEvenStopped(formId))) return false;
    await routes.remove(formId);
    return true;
  },
  done: 'is deleted for good; its endpoint answers 404.',
  idle: 'could not be deleted',
});

export const stopRoute = toRun({
  apply: (routes, formId) => routes.stop(formId, Date.now()),
  done: 'is stopped: it answers 404 everywhere until it is resumed.',
  idle: 'is stopped already',
});

export const resumeRoute = toRun({
  async apply(routes, formId) {
    if (((await routes.findEvenStopped(formId))?.stoppedAt ?? null) === null) return false;
    await routes.resume(formId);
    return true;
  },
  done: 'is resumed, in the state it was stopped in.',
  idle: 'is not stopped',
});
