import type { Service } from '../service.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { EXIT, type CommandContext } from './command.ts';
import { greet, listen } from './greeting.ts';
import { endOnFaults, stopOnSignals } from './process-life.ts';
import { tuneEngine } from './tune-engine.ts';

/** Serves in this process until a signal ends it. */
export async function serveOne(context: CommandContext, settings: Settings): Promise<undefined> {
  let serving: Service | undefined = undefined;
  stopOnSignals(context, async (signal) => {
    // Before it listens there is nothing to finish.
    serving?.log.stopping({ signal });
    await serving?.close();
    serving?.log.stopped();
    return EXIT.ok;
  });
  const { createService } = await import('../service.ts');
  const service = await createService(settings);
  const listening = await listen(service);
  serving = service;
  endOnFaults(service.log);
  tuneEngine();
  greet(context, settings, listening);
}
