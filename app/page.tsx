import { headers } from 'next/headers';
import { connection } from 'next/server';
import styles from '#app/page.module.css';
import { Frame } from '#components/shell/frame';
import { appIfReady } from '#lib/app';
import { readiness, versionInfo } from '#lib/monitoring/service';

const curl = (address: string, path: string, body: string): string =>
  `curl -s ${address}/v1/default/banks/my-bank/${path} \\\n  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\\n  -d '${body}'`;

const STORAGE = { embedded: 'Embedded database', postgres: 'PostgreSQL' } as const;

/** What this is, a first call to try, and whether the store answers. */
export default async function Page() {
  await connection();
  const incoming = await headers();
  const address = `${incoming.get('x-forwarded-proto') ?? 'http'}://${incoming.get('host') ?? 'localhost'}`;
  const services = appIfReady();
  const { state, acquireMs } = await readiness(services);
  const info = services && versionInfo(services.env);
  return (
    <Frame here="/">
      <div className={styles.page}>
        <div>
          <h1 className={styles.title}>Memory Bank</h1>
          <p className={styles.lead}>
            A memory store for AI agents. Retain what was said, recall what bears on a question, each answer with the sentence and the
            document it rests on. It works without a language model. The whole interface is in the <a href="/docs">API reference</a>.
          </p>
        </div>

        <section className={styles.section} aria-labelledby="status">
          <h2 id="status">This server</h2>
          <dl className={styles.status}>
            <div>
              <dt>Store</dt>
              <dd className={state === 'ready' ? styles.ok : styles.bad}>
                {state === 'ready' ? `Answers in ${acquireMs < 1 ? 'under 1' : Math.round(acquireMs)} ms` : 'Does not answer'}
              </dd>
            </div>
            <div>
              <dt>Kept in</dt>
              <dd>{info ? STORAGE[info.storage] : 'not open yet'}</dd>
            </div>
            <div>
              <dt>Language model</dt>
              <dd>{info?.llm ? 'Configured' : 'None, built-in methods'}</dd>
            </div>
            <div>
              <dt>API version</dt>
              <dd>{info?.api_version ?? '–'}</dd>
            </div>
          </dl>
        </section>

        <section className={styles.section} aria-labelledby="first">
          <h2 id="first">First call</h2>
          <div className={styles.steps}>
            <div className={styles.step}>
              <span className={styles.bead} aria-hidden="true" />
              <p>
                Take a key. The first start of the embedded database prints one to the terminal; with a server database it is the one in{' '}
                <code>SERVICE_API_BOOTSTRAP_KEY</code>.
              </p>
              <pre className={styles.code}>export KEY=mbk_…</pre>
            </div>
            <div className={styles.step}>
              <span className={styles.bead} aria-hidden="true" />
              <p>Retain. The bank is made by the first write.</p>
              <pre className={styles.code}>{curl(address, 'memories', '{"items":[{"content":"Ann moved to Lisbon in March 2026."}]}')}</pre>
            </div>
            <div className={styles.step}>
              <span className={styles.bead} aria-hidden="true" />
              <p>Recall.</p>
              <pre className={styles.code}>{curl(address, 'memories/recall', '{"query":"Where does Ann live?"}')}</pre>
            </div>
          </div>
        </section>
      </div>
    </Frame>
  );
}
