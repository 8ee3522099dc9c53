import { Download } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useLoadSample } from '#components/overview/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { seriesParams } from '#components/stats/range';
import { beginning } from '#components/strings/beginning';
import { Button } from '#components/ui/button';
import { failureText, Notice } from '#components/ui/states';
import { toast } from '#components/ui/toast';

const params = seriesParams('30d');

/** Fills the bank with the sample conversation, in the background. */
export function LoadSample() {
  const t = beginning.sample;
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const load = useLoadSample(organization.slug, bankId);
  const [, setSeries] = useQueryStates(params);
  const act = () =>
    load.mutate(undefined, {
      onSuccess: (operation) => {
        toast.done(t.sent, { about: operation, detail: t.sentDetail });
        // All of it is stored now, but it was said over six months.
        void setSeries({ period: 'all', time_field: 'mentioned_at' });
      },
    });
  return (
    <div className="mt-4 border-line-soft border-t pt-4">
      <Button
        icon={Download}
        locked={lockedBy('bank.write')}
        busy={load.isPending || load.isSuccess}
        busyLabel={load.isSuccess ? t.sent : t.loading}
        onClick={act}
        className="phone:w-full"
      >
        {t.load}
      </Button>
      <p className="mt-2 text-12 text-faint">{t.text}</p>
      {load.error && (
        <Notice tone="bad" className="mt-3">
          {failureText(load.error, t.failed)}
        </Notice>
      )}
    </div>
  );
}
