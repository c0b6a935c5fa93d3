import { prepareToolchain } from './prepare.ts';

prepareToolchain();
