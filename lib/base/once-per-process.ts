/**
 * Values that exist once per process. Next bundles start-up and every route file separately, so
 * each bundle has its own instance of a module and of the module's variables. Only the global
 * object is common to all of them, and to code that runs outside the bundles.
 */

const VALUES = Symbol.for('memory-bank.once-per-process');
const holder = globalThis as { [VALUES]?: Map<string, unknown> };
holder[VALUES] ??= new Map();
const values = holder[VALUES];

/**
 * The value of this name. The first module instance that asks for it calls `make`; all others get
 * the same value. A name belongs to one module. For a value that changes, make an object and set
 * its properties.
 */
export function shared<T>(name: string, make: () => T): T {
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}
