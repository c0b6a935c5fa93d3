import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommandError, confirm, UsageError, type CommandContext } from './command.ts';

/** A context with a terminal on which a person answers this, or without one. */
function contextOf(answer: string | undefined, yes = false) {
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return answer ?? '';
  };
  const context = { flag: () => yes, ask: answer === undefined ? undefined : ask };
  return { context: context as unknown as CommandContext, questions };
}

describe('confirm', () => {
  for (const answer of ['y', 'Yes'])
    it(`the answer ${answer} goes ahead`, async () => {
      const { context, questions } = contextOf(answer);
      await confirm(context, () => 'Delete it?');
      assert.deepEqual(questions, ['Delete it? [y/N] ']);
    });

  for (const answer of ['', 'n', 'yeah', 'no'])
    it(`the answer ${JSON.stringify(answer)} changes nothing`, async () => {
      await assert.rejects(
        confirm(contextOf(answer).context, () => 'Delete it?'),
        CommandError,
      );
    });

  it('--yes asks nothing, and without a terminal nothing else goes ahead', async () => {
    const sure = contextOf('n', true);
    await confirm(sure.context, () => 'Delete it?');
    assert.deepEqual(sure.questions, []);
    await confirm(contextOf(undefined, true).context, () => 'Delete it?');
    await assert.rejects(
      confirm(contextOf(undefined).context, () => 'Delete it?'),
      UsageError,
    );
  });
});
