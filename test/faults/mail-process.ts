import { startScriptedSmtp } from '../support/scripted-smtp.ts';

/** A mail server in a process of its own. Says its port, and its messages when asked. */
const smtp = await startScriptedSmtp({}, 1);
process.send?.(smtp.server.port);
process.on('message', () => process.send?.(smtp.messages));
