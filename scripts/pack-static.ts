/** Part of the build: packs the scripts and styles of the pages. */
import { packStatic } from '#lib/api/server/packed-files';

await packStatic(process.cwd());
