import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { RouteResource, TestReport } from '../../contract/schemas.ts';
import { isObject, readJsonObject } from '../../platform/text/json.ts';
import { parseSettingsFile } from '../../platform/settings/settings-file.ts';
import {
  CommandError,
  EXIT,
  faultOf,
  programOf,
  readIfThere,
  styled,
  table,
  type CommandContext,
  type Run,
} from '../command.ts';
import { keepToken, requestInTurn, waitForInbox } from '../form/create-form.ts';
import { call } from '../form/deployment.ts';
import { SavedForms } from '../form/saved-forms.ts';
import { VERDICT_COLOURS } from '../operator/doctor/doctor.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import { recordsFor } from './dns-records.ts';
import { copyDeployFiles, readPlace, writeCaddyfile, writePrivate, type Place } from './places.ts';
import { gather } from './questions.ts';
import { changeSettings } from './settings-document.ts';

const run = promisify(execFile);

type Known = Readonly<Record<string, string>>;

/** Writes the settings and what belongs to them; returns them, and whether they changed. */
async function configure(context: CommandContext, place: Place) {
  const text = (await readIfThere(place.settings)) ?? '';
  const { changes, usesCaddy } = await gather(context, parseSettingsFile(text));
  const { SMTP_PASSWORD: password, ...others } = changes;
  const changed = changeSettings(text, place.password ? others : changes);
  const port = context.variable('PORT');
  const known: Known = { ...parseSettingsFile(changed), ...(port !== undefined && { PORT: port }) };
  try {
    if (changed !== text) await writePrivate(place.settings, changed);
    const { file, mode } = place.password ?? {};
    const isMissing = file !== undefined && !(await readIfThere(file));
    if (file !== undefined && (password !== undefined || isMissing)) {
      await writePrivate(file, password ?? '', mode);
    }
    await copyDeployFiles(context.root, place);
    context.print(`${place.settings} is written.`);
    if (usesCaddy && place.letterslot[0] !== 'docker') {
      const caddyfile = await writeCaddyfile(place, known);
      context.print(`${caddyfile} is written: caddy start --config ${caddyfile}`);
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    throw new CommandError(`A file cannot be written (${faultOf(cause)}).`, { cause });
  }
  return { known, isChanged: changed !== text };
}

/** Milliseconds between two questions whether the service answers, and for how long. */
const PAUSE = 200;
const PATIENCE = 60_000;

async function isServing(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health`).catch(() => undefined);
  return response !== undefined && isObject(readJsonObject(await response.text()));
}

/** Starts the service with its settings; resolves with its process where that is a child. */
async function startService(place: Place, known: Known, isChanged: boolean) {
  const url = `http://127.0.0.1:${known['PORT'] ?? '8080'}`;
  if (place.start) {
    for (const [program = '', ...args] of place.start) {
      await run(program, args).catch((cause: Error & { stderr?: string }) => {
        const said = cause.stderr?.trim() || faultOf(cause);
        throw new CommandError(`“${[program, ...args].join(' ')}” failed: ${said}`, { cause });
      });
    }
  } else if (await isServing(url)) {
    if (!isChanged) return undefined;
    throw new CommandError(`Something answers at ${url}: stop it, then run setup again.`);
  }
  const [program = '', ...args] = place.letterslot;
  const child = place.start
    ? undefined
    : spawn(program, [...args, 'serve'], {
        cwd: place.folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
  for (let waited = 0; !(await isServing(url)); waited += PAUSE) {
    if (waited > PATIENCE || (child?.exitCode ?? null) !== null) {
      const lines = place.log === undefined ? 'the lines above say' : `“${place.log}” says`;
      throw new CommandError(`The service does not start; ${lines} why.`);
    }
    await wait(PAUSE);
  }
  return child;
}

/** What the doctor finds with the settings of the service. */
async function examine(context: CommandContext, place: Place): Promise<readonly Finding[]> {
  const [program = '', ...args] = place.letterslot;
  const dns = context.option('dns');
  const words = [...args, 'doctor', '--json', ...(dns === undefined ? [] : ['--dns', dns])];
  const { stdout } = await run(program, words, { cwd: place.folder }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  const findings = readJsonObject(stdout)?.['findings'];
  if (Array.isArray(findings)) return findings as readonly Finding[];
  throw new CommandError('The doctor cannot run; “letterslot doctor” says why.');
}

/** Shows what the doctor finds, with the records that are missing, until nothing fails. */
async function heal(context: CommandContext, place: Place, known: Known): Promise<boolean> {
  for (;;) {
    const findings = await examine(context, place);
    const rows = findings.map(({ verdict, subject, message }) => [
      styled(VERDICT_COLOURS[verdict], verdict),
      subject,
      message,
    ]);
    context.print('', ...table(rows));
    const records = recordsFor(findings, known);
    if (records.length > 0) context.print('', 'Add to DNS:', ...records.map((line) => `  ${line}`));
    const healthy = findings.every(({ verdict }) => verdict !== 'FAIL');
    if (healthy && records.length === 0) return true;
    const next = healthy ? 'Enter to check again, or "go on": ' : 'Enter to check again: ';
    const answer = await context.ask?.(next);
    if (answer === undefined || /^(?:go on|skip)$/i.test(answer)) return healthy;
  }
}

/** A form of the operator: the saved one, or a new one whose mail has to be confirmed. */
async function ownForm(context: CommandContext, url: string, email: string) {
  const saved = new SavedForms(context);
  const known = (await saved.list()).find((form) => form.url === url);
  const creation = { email, alias: 'Contact form' };
  const form: RouteResource = known
    ? (await call<RouteResource>('getRoute', { url, formId: known.form_id })).body
    : await requestInTurn(url, creation, randomBytes(16).toString('hex'), context.note);
  if (!known) await keepToken(saved, url, form);
  if (form.next_action.type !== 'none') {
    context.print('', `A mail is on its way to ${email}: open it, and confirm the form.`);
    await waitForInbox(url, form);
  }
  return { formId: form.form_id, token: known?.management_token ?? form.management_token };
}

/** From the first mail to a delivered test. */
async function prove(context: CommandContext, known: Known): Promise<void> {
  const { PUBLIC_URL: url = '', OPERATOR_CONTACT: email = '' } = known;
  const form = await ownForm(context, url, email);
  const { delivery } = (await call<TestReport>('testForm', { url, ...form })).body;
  if (delivery.email !== 'delivered') throw new CommandError('The test was not delivered.');
  context.print(
    '',
    `A test was delivered to ${email}. Everything works.`,
    `Your forms: ${url}/inbox`,
    `Form code:  ${programOf(context)} form code ${form.formId} --url ${url}`,
  );
}

/** Asks for what the service needs, writes its settings, and proves that a mail arrives. */
export const setUp: Run = async (context) => {
  const place = readPlace(context);
  if (context.flag('check')) {
    const known: Known = parseSettingsFile((await readIfThere(place.settings)) ?? '');
    return (await heal({ ...context, ask: undefined }, place, known)) ? EXIT.ok : EXIT.fault;
  }
  const { known, isChanged } = await configure(context, place);
  const service = await startService(place, known, isChanged);
  try {
    if (!(await heal(context, place, known))) {
      const again = `${programOf(context)} setup`;
      context.note(`Mend what failed, then run “${again}” again: it goes on from here.`);
      return EXIT.fault;
    }
    await prove(context, known);
    if (!service || !context.ask) return EXIT.ok;
    // Ctrl+C ends the service, and this after it.
    process.on('SIGINT', () => undefined);
    context.print(
      '',
      'Letterslot runs until you press Ctrl+C. From now on start it with: npm start',
    );
    const [code] = (await once(service, 'exit')) as [number | null];
    return code ?? EXIT.fault;
  } finally {
    service?.kill();
  }
};
