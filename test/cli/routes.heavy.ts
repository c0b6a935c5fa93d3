import { startPostgresDatabases } from './deployment.ts';
import { describeRoutes } from './describe-routes.ts';

describeRoutes('PostgreSQL', await startPostgresDatabases());
