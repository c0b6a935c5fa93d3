import type { FaultyProcess } from '../faults/faulty-process.ts';

interface Owned {
  formId: string;
  managementToken: string;
}

/** Creates, polls and deletes routes, and knows which of them must exist. */
export class Owners {
  readonly #faulty: FaultyProcess;
  readonly #violations: string[];
  readonly #owned: Owned[] = [];
  readonly #deleted: string[] = [];
  #turn = 0;

  constructor(faulty: FaultyProcess, violations: string[]) {
    this.#faulty = faulty;
    this.#violations = violations;
  }

  get counts(): { created: number; deleted: number } {
    return { created: this.#owned.length + this.#deleted.length, deleted: this.#deleted.length };
  }

  /** One step in an owner's life; every third route is deleted again. */
  async step(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const { status, body } = await this.#faulty.create(`owner-${turn}@example.com`, `key ${turn}`);
    const { form_id: formId, management_token: managementToken } = body;
    if (status !== 202 || !formId || !managementToken) return;
    this.#owned.push({ formId, managementToken });
    if (turn % 3 === 0) await this.#deleteOldest();
    await this.#look(this.#owned, 200);
    await this.#look(
      this.#deleted.map((id) => ({ formId: id })),
      404,
    );
  }

  async #deleteOldest(): Promise<void> {
    const [oldest] = this.#owned.splice(0, 1);
    if (!oldest) return;
    const headers = { authorization: `Bearer ${oldest.managementToken}` };
    const { status } = await this.#faulty.ask('DELETE', `/v1/routes/${oldest.formId}`, { headers });
    // A deletion without an answer may or may not have happened.
    if (status === 200) this.#deleted.push(oldest.formId);
  }

  /** Requests one of these, which must answer like this or not at all; a server may be down. */
  async #look(routes: readonly { formId: string }[], expected: number): Promise<void> {
    const route = routes[Math.floor(Math.random() * routes.length)];
    if (!route) return;
    const { status } = await this.#faulty.ask('GET', `/v1/routes/${route.formId}`);
    const failed = status === 0 || (status === 500 && this.#faulty.database.path === undefined);
    if (!failed && status !== expected) {
      this.#violations.push(`I5: a route was answered ${status}, not ${expected}`);
    }
  }

  /** Checks every one of them. */
  async lookAtAll(): Promise<void> {
    for (const route of this.#owned) await this.#look([route], 200);
    for (const formId of this.#deleted) await this.#look([{ formId }], 404);
  }
}
