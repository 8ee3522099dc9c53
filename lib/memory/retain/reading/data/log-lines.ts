import { CHECKSUMS, type DataEvidence, DUMP, LOG, TRACE } from '#lib/memory/retain/reading/data/evidence';

/** Lines of logs, stack traces and hexadecimal dumps. */

/** `2026-05-04 10:00:00`, `[04/May/2026:10:00:00`, `10:00:00.123`, in the order of most loggers */
const STAMP =
  /^\s{0,4}[[(<]?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ,]{1,2}\d{1,2}:\d{2}:\d{2}([.,]\d{3,9})?|\d{1,2}:\d{2}:\d{2}([.,]\d{3,9}))/;
const LEVEL =
  /(?<![\p{L}\p{N}_])(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRIT|CRITICAL|SEVERE|PANIC|LOG|STATEMENT|level=\w{1,10}|\[(?:trace|debug|info|notice|warn|warning|error|fatal|crit|critical)\]|(?:debug|info|warn|warning|error|fatal)(?=[:\s]\s))(?![\p{L}\p{N}_])/u;
/** The name and the number of a container before its line: "web-1  | " */
const SOURCE = /^[a-z\d][\w.-]{0,60}[-_.]\d{1,4}\s{0,20}\| /;
/** A line of a long list of files: "-rw-r--r-- 1 ann ann 4576 Nov 28 04:08 notes.txt" */
const FILE_ENTRY = /^[-dlbcps](?:[r-][w-][xsStT-]){3}[+@.]?\s{1,8}\d{1,6}\s{1,12}\S/;
/** A line of a list of checksums: the digest and the name of a file */
const CHECKSUM = /^\\?[\da-f]{32,128} [ *]\S[^\n]{0,400}$|^(?:SHA\d{1,3}|MD5|BLAKE2b) \([^()\n]{1,400}\) = [\da-f]{32,128}$/i;
/** Characters after the stamp in which the level is. */
const LEVEL_WITHIN = 48;
const OTHER_LOGS = [
  // the level first
  /^\s{0,4}\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)\]?[ \t]{0,4}[:|[\t -]/,
  // syslog, the kernel's ring buffer, glog
  /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \S{1,64} [\w./-]{1,64}(?:\[\d{1,8}\])?: /,
  /^\[ {0,7}\d{1,8}\.\d{6}\] /,
  /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d{3,9} /,
  // access logs
  /^[\d.:a-f]{3,45} \S{1,64} \S{1,64} \[\d{2}\/[A-Z][a-z]{2}\/\d{4}:/,
  FILE_ENTRY,
  /^total \d{1,9}$/,
  // key=value, objects
  /^(?:ts|time|level|lvl|timestamp)=\S{1,64} .{0,200}(?:msg|level|lvl|message)=/,
  /^\{"(?:level|lvl|severity|ts|time|timestamp|@timestamp)":.{0,400}"(?:msg|message|level|severity)":/,
];

const FRAMES = [
  // Java, JavaScript, C#
  /^\s{0,12}at (?:async |new )?[\p{L}\p{N}$_.<>[\]/@\\:`+-]{1,200}(?: \[as [\w.]{1,80}\])? ?\([^()]{0,300}(?::\d{1,7}|Native Method|Unknown Source|<anonymous>|\.\w{1,12})\)/u,
  /^\s{0,12}at (?:async )?(?:file:|node:|webpack|\/|[A-Z]:\\|https?:)\S{1,300}:\d{1,7}/,
  /^\s{0,12}at .{1,300}\) in \S.{0,300}:line \d{1,7}/,
  /^\s{0,12}\.{3} \d{1,6} (?:more|common frames omitted)/,
  // Python, Ruby, PHP, gdb
  /^\s{0,12}File ".{1,300}", line \d{1,7}/,
  /^\s{0,12}(?:from )?[\w./-]{1,300}\.rb:\d{1,7}:in /,
  /^\s{0,4}#\d{1,4}\s{1,4}\S.{0,300}(?:\(|:\d)/,
  // Go, Rust, native
  /^\s{0,12}\S{1,300}\.(?:go|rs|c|cc|cpp|swift|kt):\d{1,7}(?: \+0x[\da-f]{1,16}|:\d{1,7})?$/,
  /^goroutine \d{1,9} \[/,
  /^\s{0,6}\d{1,4}:\s{1,6}(?:0x[\da-f]{4,16} - )?[\w<>{}$]{1,200}::/,
  /^\s{0,4}\d{1,4}\s{1,4}\S{1,80}\s{1,40}0x[\da-f]{8,16} /,
  /^[\w./*()-]{1,200}\((?:0x[\da-f]{1,16}[?, ]{0,3}|\.{3}[, ]{0,2}|\{[^{}]{0,80}\}[, ]{0,2}){0,40}\)$/,
  // beginnings
  /^\s{0,4}(?:Caused by|Suppressed): /,
  /^\s{0,4}Traceback \(most recent call last\):/,
  /^\s{0,4}(?:Exception in thread |panic: |thread '[^']{1,80}' panicked at |stack backtrace:)/,
];
const ERROR =
  /^\s{0,4}(?:Uncaught |Unhandled )?(?:[\p{L}\p{N}$_]{1,60}[.:]{1,2}){0,10}[\p{L}\p{N}$_]{0,60}(?:Error|Exception|Interrupt|Throwable)(?:: |:$| \[|$)/u;
/** The first words of frames that are not indented. */
const FRAME_WORDS =
  /^(?:at |File "|from |goroutine |Caused by|Suppressed|Traceback|Exception in|panic: |thread '|stack |\.{3} |#\d|\d{1,4}[:\s]|\S{1,300}:\d)/;

/** `00000000  48 65 6c 6c  |Hell|`, `00000010: 4865 6c6c 6f20` */
const DUMP_LINE =
  /^\s{0,8}(?:0x)?[\da-f]{4,16}h?:?[ \t]{1,4}(?:[\da-f]{2,8}[ -]{1,3}){3,40}?(?:[\da-f]{2,8}\s{0,3}$|[\da-f]{0,8} {1,40}[|*]|[\da-f]{0,8} {2,40}\S)/i;
const LONGEST_DUMP = 200;
const HEX_LETTER = /^\s{0,8}(?:0x)?[\da-f]{4,16}:?[ \t]{1,4}[\d ]{0,48}[a-f]/i;

const WEIGHTS = { log: 1 / 5, checksum: 1, frame: 1 / 2, error: 1 / 3, dump: 1 / 3, plainDump: 1 / 8 } as const;
/** Patterns are tested on the beginning of a line. */
const READ = 600;

function isLog(line: string): boolean {
  const source = SOURCE.exec(line)?.[0] ?? '';
  const text = line.slice(source.length);
  // a person does not write the time behind a name and a line
  if (source !== '' && STAMP.test(text)) return true;
  const stamp = STAMP.exec(text);
  if (!stamp) return OTHER_LOGS.some((log) => log.test(text));
  if ((stamp[1] ?? stamp[2]) !== undefined) return true;
  const rest = text.slice(stamp[0].length, stamp[0].length + LEVEL_WITHIN);
  // a level after a colon is in the words of a person: "[10:00:00] Ann: ERROR again"
  const colon = rest.indexOf(': ');
  return LEVEL.test(colon < 0 ? rest : rest.slice(0, colon + 2));
}

/** Whether a line has the form of a call, as in the traces of Go: `main.find(0x1)`. */
const isCall = (text: string): boolean => text.charCodeAt(text.length - 1) === 41 && /^\S+$/.test(text);

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;

/**
 * Whether the first two characters can begin a log, a frame or a dump. Most lines of prose and of
 * chats begin with a letter, and are decided here.
 */
function mayBeLog(text: string): boolean {
  const first = text.charCodeAt(0);
  const second = text.charCodeAt(1);
  if (first > 127) return false;
  if (isUpper(first)) return isUpper(second) || SYSLOG.test(text) || FRAME_WORDS.test(text) || isCall(text) || MAY_BE_ERROR.test(text);
  if (isLower(first))
    return LOWER_LOG.test(text) || LOWER_DATA.test(text) || FRAME_WORDS.test(text) || isCall(text) || MAY_BE_ERROR.test(text);
  return true;
}
/** A container or a checksum */
const LOWER_DATA = /^[a-z\d][\w.-]{0,60}[-_.]\d{1,4}\s{0,20}\| |^[\da-f]{32,128} [ *]|^[dlbcps](?:[r-][w-][xsStT-]){3}/;
const SYSLOG = /^[A-Z](?:[a-z]{2} [ \d]\d |\d{4} )/;
const LOWER_LOG = /^(?:ts|time|level|lvl|timestamp)=|^total \d|^[\da-f]{3,16}[:\s.h]/;
/** One word, and then the end, a colon or a bracket. */
const MAY_BE_ERROR = /^[\w$.:]{0,200}(?:Error|Exception|Interrupt|Throwable)(?:[:\s]|$)|^Un(?:caught|handled) /;

/** What a line is by its beginning; null: text. Offsets are those of `line`. */
export function logLineOf(line: string): DataEvidence | null {
  if (!mayBeLog(line)) return null;
  const text = line.length > READ ? line.slice(0, READ) : line;
  const of = (label: string, weight: number): DataEvidence => ({ start: 0, end: line.length, label, weight });
  if (line.length <= LONGEST_DUMP && DUMP_LINE.test(text)) return of(DUMP, HEX_LETTER.test(text) ? WEIGHTS.dump : WEIGHTS.plainDump);
  if (CHECKSUM.test(text)) return of(CHECKSUMS, WEIGHTS.checksum);
  if (isLog(text)) return of(LOG, WEIGHTS.log);
  if (isCall(text) || FRAME_WORDS.test(text.trimStart())) {
    if (FRAMES.some((frame) => frame.test(text))) return of(TRACE, WEIGHTS.frame);
  }
  return ERROR.test(text) ? of(TRACE, WEIGHTS.error) : null;
}
