import { newSqlite } from './deployment.ts';
import { describeRoutes } from './describe-routes.ts';

describeRoutes('SQLite', newSqlite);
