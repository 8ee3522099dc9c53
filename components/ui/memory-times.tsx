import { ui as t } from '#components/strings/ui';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime, spanText } from '#components/ui/time';
import { type Times, whenOf } from '#components/ui/when';

/** When a memory was mentioned and when it occurred. */
export const MemoryTimes = (times: Times) =>
  whenOf(times).map(({ is, at, until }) => (
    <span key={is}>
      <Phrase text={t.when[is]} time={until === null ? <RelativeTime at={at} dated /> : spanText(at, until)} />
    </span>
  ));
