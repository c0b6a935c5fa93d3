import type { SubmissionAccepted, TestReport } from '../contract/schemas.ts';
import type { InboxVerification } from '../consent/verification/inbox-verification.ts';
import type { OwnerMails } from '../consent/decisions/owner-mails.ts';
import { accessKeyIn, isLikeAccessKey } from '../forms/access-key.ts';
import type { Counts } from '../forms/counts/index.ts';
import { parseIdempotencyKey } from '../forms/create-request.ts';
import type { Routes } from '../forms/index.ts';
import type { Route } from '../forms/route.ts';
import { Allowance, isMuchUsed } from '../inboxes/allowance.ts';
import { LocalRateLimiter, type PeekableRateLimiter } from '../inboxes/rate-limit.ts';
import type { Context } from '../platform/context.ts';
import { ClientGone, isHolder, type Ask } from './ask.ts';
import { Challenges } from './challenges/index.ts';
import { accept, Deliveries, describe, type Accepted, type Once } from './deliver.ts';
import { isHeldBack } from './delivery.ts';
import { DeliveryKeys, type Delivered } from './delivery-keys.ts';
import { describeDryRun } from './dry-run.ts';
import { ClientRefusals } from './gates/client-refusals.ts';
import type { GateRooms } from './gates/gate-rooms.ts';
import { undo, type Attempt, type Passing } from './gates/gate.ts';
import { refuseKeyless } from './gates/open.ts';
import { Rates } from './gates/rate.ts';
import { countTrapped } from './gates/trap.ts';
import { ownWordsOf, Plans } from './plan.ts';
import type { Ports } from './ports.ts';
import { SiteTickets } from './posted/site-ticket.ts';
import type { Submission } from './posted/submission.ts';
import { Marks } from './suspicion/reasons.ts';
import { describeTest, testOf, withReason } from './test-form.ts';

/** The rooms below. */
interface Rooms {
  limiter: PeekableRateLimiter;
  routes: Pick<Routes, 'credentials' | 'find'>;
  counts: Pick<Counts, 'add' | 'addError'>;
  verification: InboxVerification;
  notices: OwnerMails['notices'];
}

/** Everything between a posted form and its delivery. */
export class Submissions {
  readonly challenges: Challenges;
  readonly siteTickets: SiteTickets;
  readonly #context: Context;
  readonly #rooms: Rooms;
  readonly #pressure: Ports['pressure'];
  readonly #refusals: ClientRefusals;
  readonly #gates: GateRooms;
  readonly #plans: Plans;
  readonly #allowance: Allowance;
  readonly #deliveries: Deliveries;

  constructor(context: Context, rooms: Rooms, ports: Ports) {
    const { settings, links, now } = context;
    const { limiter, routes, verification, notices } = rooms;
    const { filter, scanner, pressure, followers } = ports;
    const perMinute = settings.SUBMIT_RATE_PER_MINUTE;
    const local = new LocalRateLimiter(now);
    this.#context = context;
    this.#rooms = rooms;
    this.#pressure = pressure;
    this.siteTickets = new SiteTickets(context);
    this.challenges = new Challenges(context, limiter, pressure);
    this.#refusals = new ClientRefusals(perMinute, local, routes);
    this.#gates = {
      context,
      rates: new Rates(perMinute, limiter, local, this.#refusals, filter !== undefined),
      local,
      verification,
      marks: new Marks({ base: links.base, now }),
      challenges: this.challenges,
      keys: new DeliveryKeys(context),
      filter,
      scanner,
    };
    this.#plans = new Plans(this.#gates, followers);
    const allowance = (this.#allowance = new Allowance(context));
    const { keys } = this.#gates;
    this.#deliveries = new Deliveries(context, { allowance, keys, notices }, ports);
  }

  /** Finds a form for a stranger. Throws `route_not_found`, and `rate_limited` before a lookup. */
  find(formId: string, caller: string): Promise<Route> {
    return this.#refusals.reach(this.#refusals.of(caller), formId);
  }

  /** Receives a submission: finds its form, reads it, applies the gates, delivers and counts it. */
  async receive(ask: Ask): Promise<Accepted> {
    const { caller, requestId, bearer } = ask;
    const { counts } = this.#rooms;
    const who = this.#refusals.of(caller, bearer !== undefined && isLikeAccessKey(bearer));
    const form = await this.#refusals.reach(who, ask.formId);
    ask.found(form);
    const key = form.accessKeys && accessKeyIn(form.accessKeys, bearer);
    if (key) counts.add(form.formId, key.id);
    // Anybody can make a form and keys for it: until its inbox confirms, its servers are clients.
    const isServer = key !== undefined && form.status === 'active';
    let attempt: Attempt | undefined;
    let submission: Submission | undefined;
    try {
      attempt = this.#gates.rates.begin(form, who, isServer);
      if (form.settings.access === 'key' && !key) await refuseKeyless(form, ask, this.#gates);
      submission = await ask.read(form, isServer);
      const sentKey = ask.idempotencyKey;
      const { byServer } = submission;
      const passing: Passing = {
        caller: byServer?.caller ?? caller,
        server: byServer && caller,
        requestId,
        idempotencyKey: sentKey === undefined ? undefined : parseIdempotencyKey(sentKey),
        attempt,
        purpose: submission.dryRun === undefined ? 'submit' : 'dry-run',
        isBlind: false,
        route: form,
        submission,
        solution: undefined,
        undos: [],
      };
      const accepted = await this.#submit(passing, ask.authorization);
      accepted.ownMessage = ownWordsOf(form).success_message;
      return accepted;
    } catch (error) {
      const isAnswered = !(error instanceof ClientGone);
      if (isAnswered && !submission?.dryRun) {
        // A body that cannot be read says nothing of an attack.
        const isTold = (!attempt || submission) && isHeldBack(form, error);
        if (isTold) this.#pressure.note(form, 'held_back', requestId);
        counts.addError(form.formId, error);
      }
      throw error;
    } finally {
      attempt?.end();
    }
  }

  /**
   * Sends one marked delivery to every target and waits for each. If the first one fails, it throws
   * like a submission, with the reason.
   */
  async test(form: Route, asker: { caller: string; requestId: string }): Promise<TestReport> {
    const { counts, notices } = this.#rooms;
    const passing: Passing = {
      ...asker,
      purpose: 'test',
      isBlind: false,
      route: form,
      submission: testOf(form),
      undos: [],
    };
    try {
      this.#gates.rates.expectClientLeft(passing);
      await this.#plans.pass(passing);
      const plan = this.#plans.of(passing.route);
      const delivered = await this.#deliveries
        .make(passing, plan, 'wait')
        .catch((error: unknown) => Promise.reject(withReason(error, passing.route)));
      const { at, counts: used } = delivered;
      if (used) notices.delivered(passing.route, { at, ...used }, asker.requestId);
      counts.add(form.formId, 'delivered');
      return describeTest(delivered);
    } catch (error) {
      await undo(passing);
      counts.addError(form.formId, error);
      throw error;
    }
  }

  async #submit(passing: Passing, authorization: string | undefined): Promise<Accepted> {
    const { route: form, submission: sent, caller, idempotencyKey } = passing;
    if (sent.byServer) passing.attempt?.speakFor?.(caller);
    const isDryRun = passing.purpose === 'dry-run';
    const mayKnow = sent.test !== undefined || isDryRun;
    const byHolder = mayKnow && (await isHolder(this.#rooms.routes, form, authorization));
    // Tests of strangers are judged like every submission.
    if (sent.test && byHolder) passing.submission = { ...sent, isOwnTest: true };
    passing.isBlind = isDryRun && !byHolder;
    if (!isDryRun && sent.trapped) return this.#drop(passing);
    try {
      if (isDryRun) {
        const body = await this.#dryRun(passing, byHolder);
        const leads = !sent.trapped || form.status === 'active';
        return { body: leads ? accept(body, form, sent).body : body };
      }
      const passed = this.#plans.pass(passing);
      if (passed) await passed;
      const plan = this.#plans.of(passing.route);
      const delivered: Once =
        idempotencyKey === undefined
          ? await this.#deliveries.make(passing, plan, 'queue')
          : await this.#deliveries.makeOnce(passing, plan, idempotencyKey);
      const body = describe(this.#plans.of(form).received, delivered, sent);
      if (!delivered.isRepeated) this.#noteDelivery(form, passing, delivered);
      return accept(body, passing.route, sent);
    } catch (error) {
      await undo(passing);
      throw error;
    }
  }

  /** A filled trap drops it, and no answer tells. */
  async #drop({ route: form, submission, ...submitter }: Passing): Promise<Accepted> {
    const { limiter, counts } = this.#rooms;
    const leads = await countTrapped(form, submission, submitter, this.#context, limiter);
    if (form.status === 'active') this.#pressure.note(form, 'trapped', submitter.requestId);
    counts.add(form.formId, 'trap');
    const { received } = this.#plans.of(form);
    return leads ? accept(received, form, submission) : { body: received };
  }

  /** Runs all checks of a real submission, but sends nothing and counts against its own rates. */
  async #dryRun(passing: Passing, byHolder: boolean): Promise<SubmissionAccepted> {
    const { links, log } = this.#context;
    const { route, submission, requestId } = passing;
    let counts: Delivered['counts'];
    if (!submission.trapped) {
      this.#gates.rates.expectClientLeft(passing);
      await this.#plans.pass(passing);
      counts = await this.#allowance.look(passing.route);
    } else if (byHolder) {
      const { marks } = this.#gates;
      passing.submission = marks.mark(route, submission, { remember: false }).submission;
    }
    log.submissionRehearsed({ requestId, formId: route.formId });
    return describeDryRun(passing, byHolder, links.thanks(), counts);
  }

  /** Reports a delivery to the log, owner and attack watch; counts it on its receipt's day. */
  #noteDelivery(form: Route, passing: Passing, { at, counts: used }: Delivered): void {
    const { route, submission, solution, requestId } = passing;
    const { counts, notices } = this.#rooms;
    const { suspicions } = submission;
    if (suspicions) {
      this.#context.log.submissionMarked({ requestId, formId: route.formId, suspicions });
    }
    if (used && isMuchUsed(used)) notices.delivered(route, { at, ...used }, requestId);
    const arrival = solution?.isSolved ? 'solved' : suspicions ? 'marked' : 'plain';
    if (form.status === 'active') this.#pressure.note(form, arrival, requestId);
    counts.add(form.formId, 'delivered', at);
  }
}
