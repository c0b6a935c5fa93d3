/** What something that a test starts lives as long as: a test, or a suite or file by its hook `after`. */
export interface Owner {
  after(end: () => Promise<void>): void;
}
