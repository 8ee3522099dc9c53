import { spawnSync } from 'node:child_process';

/**
 * Installs a package of Debian if this process has the permission. Check for its files afterwards.
 */
export function installPackage(name) {
  if (process.getuid?.() !== 0) return;
  console.log(`Installing ${name} from the packages of this system …`);
  const apt = (...args) =>
    spawnSync('apt-get', ['-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const add = ['install', '-y', '--no-install-recommends', name];
  // Updates the package lists only if the installation fails, because they are missing or outdated.
  if (apt(...add).status !== 0 && apt('update').status === 0) apt(...add);
}
