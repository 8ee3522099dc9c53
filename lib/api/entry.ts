import { shared } from '#lib/base/once-per-process';

/**
 * The interface between the server entry (`lib/api/server/`) and the application
 * (`lib/api/boot.ts`). Node loads the entry from its source, the framework loads the application
 * from its bundles, so neither can import the running instance of the other.
 */

/** A started application. */
export interface RunningApp {
  /**
   * Creates the key of the very first start. The caller must show it: it cannot be read again. Null
   * on every later start.
   */
  firstKey(): Promise<string | null>;
  /**
   * the path of the link that creates the first owner, a new one at every start; null once there is
   * an owner
   */
  readonly setupPath: string | null;
  readonly storage: string;
  /** the folder of the embedded database, as configured */
  readonly dataDir: string;
  /** the configured address of this service; null if it is not set */
  readonly origin: string | null;
  /** the key of SERVICE_API_BOOTSTRAP_KEY; null if it is not set */
  readonly bootstrap: Bootstrap | null;
  /** there is no key and none is created automatically: every call of the API is refused */
  readonly needsKey: boolean;
  /** the time for running requests to finish when the process is asked to end */
  readonly shutdownSeconds: number;
  /** whether anonymous access is on */
  readonly isOpen: boolean;
  /** people can sign in to the console */
  readonly signsIn: boolean;
  /**
   * Stops taking background work, and returns running work to the queue. Called as soon as the
   * process has to end.
   */
  quiet(): Promise<void>;
  /** Removes the services and closes the store. Call it when no request is running. */
  stop(): Promise<void>;
}

export interface Bootstrap {
  /** the first characters of the key */
  readonly prefix: string;
  /** whether this start created it */
  readonly isNew: boolean;
  /** the number of other valid keys from earlier starts */
  readonly others: number;
}

interface ServerEntry {
  /** this process does not serve requests and only does background work */
  isWorker: boolean;
  /**
   * Binds the port. Returns the reason if that fails, otherwise null. The application calls it
   * after it has locked the store and before it creates anything there, so that a second start on
   * one data directory reports which process uses it, and a start whose port is in use leaves
   * nothing behind.
   */
  listen: (() => Promise<string | null>) | null;
  onBooted: ((running: RunningApp) => void) | null;
}

export const entry = shared<ServerEntry>('entry', () => ({ isWorker: false, listen: null, onBooted: null }));
