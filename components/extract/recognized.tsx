import { dateFormat, listed } from '#components/strings/counted';
import { recognition as t } from '#components/strings/recognition';
import { ui } from '#components/strings/ui';
import { dayText } from '#components/ui/time';
import type { RecognizedText } from '#lib/memory/retain/contract';

type Format = RecognizedText['format'];

/** Names of programs, which are the same in all languages. */
const PROGRAMS: Readonly<Record<Exclude<Format, keyof typeof t.formats>, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  line: 'LINE',
  kakaotalk: 'KakaoTalk',
  zoom: 'Zoom',
  imessage: 'iMessage',
  discord: 'Discord',
  slack: 'Slack',
  messenger: 'Messenger',
  google_chat: 'Google Chat',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  claude_code: 'Claude Code',
  codex: 'Codex',
  copilot_chat: 'Copilot Chat',
  gemini: 'Gemini',
};

/** What a format contains, unless it contains messages. */
const CONTENTS: { readonly [Name in Format]?: 'mails' | 'facts' | 'passages' } = {
  plain_text: 'passages',
  markdown: 'passages',
  html: 'passages',
  captions_vtt: 'passages',
  captions_srt: 'passages',
  captions_sbv: 'passages',
  email: 'mails',
  mailbox: 'mails',
  json_facts: 'facts',
};

const localDayText = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

const isProgram = (format: Format): format is keyof typeof PROGRAMS => format in PROGRAMS;

export interface RecognizedProps {
  recognized: RecognizedText;
  /**
   * The zone of the dates: that of the browser, or UTC, in which the server reads times without a
   * zone unless the request has one.
   */
  zone: 'local' | 'utc';
}

/** "WhatsApp export, 3 speakers, 412 messages, 2 Mar 2025 to 9 May 2026" */
export function recognizedText({ recognized, zone }: RecognizedProps): string {
  const { format, conversations, messages, omitted, speaker_count: speakers, first_at: first, last_at: last } = recognized;
  const dayOf = zone === 'local' ? localDayText : dayText;
  const days = [first, last].flatMap((at) => (at ? [dayOf(at)] : []));
  const [from, to] = days;
  return [
    isProgram(format) ? t.exportOf(PROGRAMS[format]) : t.formats[format],
    conversations > 1 && format !== 'mailbox' && t.conversations(conversations),
    speakers > 0 && t.speakers(speakers),
    format !== 'json' && t[CONTENTS[format] ?? 'messages'](messages),
    omitted > 0 && t.omitted(omitted),
    from !== undefined && (to === undefined || to === from ? from : ui.until(from, to)),
  ]
    .filter((part) => part !== false)
    .join(t.comma);
}

/** What the reader recognized, and below it the names of the speakers. */
export function Recognized(props: RecognizedProps) {
  const { speakers, speaker_count: count } = props.recognized;
  const others = count - speakers.length;
  return (
    <div className="min-w-0">
      <p>{recognizedText(props)}</p>
      {speakers.length > 0 && (
        <p dir="auto" className="break-words text-12 text-faint">
          {listed(others > 0 ? [...speakers, t.others(others)] : speakers)}
        </p>
      )}
    </div>
  );
}
