/**
 * Settings that earlier versions had, refused whatever their value, also if that is empty. Each
 * sentence goes on after "NAME is gone: ", says what does its job now, and ends without its full
 * stop.
 */
export const GONE_SETTINGS: Readonly<Record<string, string>> = {
  WORKERS: 'one process serves a SQLite file; for more cores use PostgreSQL and several nodes',
};
