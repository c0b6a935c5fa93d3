/** The lifetime of something a test starts: a test, or a suite or file by its `after` hook. */
export interface Owner {
  after(end: () => Promise<void>): void;
}
