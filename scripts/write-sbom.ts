import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderBillOfMaterials } from './bill-of-materials.ts';

const FILE = 'letterslot.cdx.json';

writeFileSync(join(import.meta.dirname, '..', FILE), renderBillOfMaterials());
console.log(`wrote ${FILE}`);
