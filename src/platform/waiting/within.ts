/**
 * What a task resolves with; what `late` returns or throws where that takes longer. The task then goes on, and
 * nobody hears of its outcome.
 */
export async function within<Result, Late>(
  milliseconds: number,
  task: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    return await Promise.race([task, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
