import { describeStore } from './describe-store.ts';
import { opening, SERIALIZABLE } from './postgres-databases.ts';

describeStore('PostgreSQL without prepared statements', opening('&prepare=false'));
describeStore('PostgreSQL, serializable', opening('', SERIALIZABLE));
