/**
 * The result of a task, or of `late` if it takes longer; the task goes on, its outcome is ignored.
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
