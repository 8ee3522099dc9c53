import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { Frame } from '#components/shell/frame';
import { homePath, LAST_ORGANIZATION, preferred } from '#components/shell/paths';
import { loadTexts } from '#components/strings/load';
import { publicPages as t } from '#components/strings/public';
import { Bead } from '#components/ui/bead';
import { ButtonLink } from '#components/ui/button';
import { CopyableCode } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { Phrase } from '#components/ui/phrase';
import { meOfCookie } from '#lib/access/people/page';
import { appIfReady } from '#lib/api/app';
import { readiness, versionInfo } from '#lib/api/monitoring/service';
import { exampleAddress } from '#lib/api/origin';

const curl = (address: string, path: string, body: string): string =>
  `curl -s ${address}/v1/default/banks/first-bank/${path} \\\n  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\\n  -d '${body}'`;

/** From here on, the database is reported as slow, in milliseconds. */
const SLOW_MS = 200;

/**
 * Redirects signed-in users to the console. Others see the product, a first call and the state of
 * the database.
 */
export default async function Page() {
  await connection();
  await loadTexts();
  const incoming = await headers();
  const services = appIfReady();
  const me = services && (await meOfCookie(services, incoming.get('cookie')).catch(() => null));
  if (me) {
    const organization = preferred(me.organizations, (await cookies()).get(LAST_ORGANIZATION)?.value);
    redirect(organization ? homePath(organization.slug) : '/account');
  }
  const address =
    (services?.signIn.origin ?? services) ? exampleAddress(services.signIn, incoming.get('host'), services.env.port) : 'http://localhost';
  const { state, acquireMs } = await readiness(services);
  const info = services && versionInfo(services.env);
  const isReady = state === 'ready';
  const answer = acquireMs < 1 ? t.answersUnder : t.answersIn(Math.round(acquireMs));
  const status = [
    {
      key: t.store,
      value: isReady ? answer : t.noAnswer,
      tone: isReady ? (acquireMs < SLOW_MS ? 'text-ok-text' : 'text-warn-text') : 'text-bad-text',
    },
    { key: t.storageLabel, value: info ? t.storage[info.storage] : t.notOpen },
    { key: t.model, value: info?.llm ? t.modelOn : t.modelOff },
    { key: t.version, value: info?.api_version ?? '–' },
  ];
  const steps = [
    {
      bead: 'world' as const,
      text: (
        <>
          {t.steps.key} <Phrase text={t.steps.keyEnvironment} variable={<code>SERVICE_API_BOOTSTRAP_KEY</code>} />
        </>
      ),
      label: t.code.key,
      code: 'export KEY=mbk_…',
    },
    {
      bead: 'experience' as const,
      text: t.steps.retain,
      label: t.code.retain,
      code: curl(address, 'memories', '{"items":[{"content":"Ann moved to Lisbon in March 2026."}]}'),
    },
    {
      bead: 'observation' as const,
      text: t.steps.recall,
      label: t.code.recall,
      code: curl(address, 'memories/recall', '{"query":"Where does Ann live?"}'),
    },
  ];
  return (
    <Frame here="/">
      <div className="mx-auto grid max-w-[760px] gap-8 px-6 pt-10 pb-16 phone:px-4 phone:pt-6 [&>*]:min-w-0">
        <div>
          <h1 className="font-semibold text-24 tracking-[-0.012em]">{t.title}</h1>
          <p className="mt-2 max-w-[62ch] text-pretty text-14 text-muted">{t.lead}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <ButtonLink href="/login" look="primary" size="lg">
              {t.openConsole}
            </ButtonLink>
            <ButtonLink href="/docs" size="lg">
              {t.reference}
            </ButtonLink>
          </div>
        </div>
        <Section id="status" title={t.server} className="gap-2">
          <dl className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] overflow-hidden rounded-lg border border-line bg-surface shadow-edge">
            {status.map(({ key, value, tone }) => (
              <div key={key} className="px-4 py-3 shadow-[1px_1px_0_0_var(--line-soft)] rtl:shadow-[-1px_1px_0_0_var(--line-soft)]">
                <dt className="text-12 text-faint">{key}</dt>
                <dd className={cx('mt-1 tabular-nums', tone)}>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section id="first" title={t.firstCall} className="gap-3">
          <ol className="relative">
            {steps.map(({ bead, text, label, code }) => (
              <li key={bead} className="group relative min-w-0 pb-6 ps-6 last:pb-0">
                <span aria-hidden className="-bottom-1 absolute top-1.5 start-[5px] w-px bg-thread group-last:hidden" />
                <span className="absolute top-[5px] start-0 bg-bg outline-4 outline-bg">
                  <Bead kind={bead} size={11} />
                </span>
                <p className="mb-2 text-muted">{text}</p>
                <CopyableCode label={label} text={code} />
              </li>
            ))}
          </ol>
        </Section>
      </div>
    </Frame>
  );
}

const Section = ({ id, title, className, children }: { id: string; title: string; className: string; children: ReactNode }) => (
  <section aria-labelledby={id} className={cx('grid', className)}>
    <h2 id={id} className="font-semibold text-14">
      {title}
    </h2>
    {children}
  </section>
);
