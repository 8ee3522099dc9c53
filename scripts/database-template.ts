/** Part of the build: the archive that first starts of the embedded database begin with. */
import { ensureDatabaseTemplate } from '#lib/db/template';

console.log(`Database template: ${await ensureDatabaseTemplate()}`);
