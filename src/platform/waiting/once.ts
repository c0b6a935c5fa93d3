/** A task that is done once, when it is first asked for; one that fails is tried again. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= task().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
