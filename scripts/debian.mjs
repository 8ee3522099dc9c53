import { spawnSync } from 'node:child_process';

/** Installs a package of Debian where this process may; whether it is there afterwards shows in its files. */
export function installPackage(name) {
  if (process.getuid?.() !== 0) return;
  console.log(`Installing ${name} from the packages of this system …`);
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const add = ['install', '-y', '--no-install-recommends', name];
  // The lists of packages may be there already; where they are not, or are old, they are asked for.
  if (apt(...add).status !== 0 && apt('update').status === 0) apt(...add);
}
