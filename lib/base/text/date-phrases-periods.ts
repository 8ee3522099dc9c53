import { defined } from '#lib/base/defined';
import { quarterSpan, seasonSpan, yearOf, yearSpan } from '#lib/base/text/calendar';
import { type DateRule, fixed, groups, nearestYear, needsNow, which, yearly } from '#lib/base/text/date-rules';
import { DECADE_WORDS, MONTH, ORDINALS, phrasePattern, SEASON, WHICH, YEAR, yearNumber } from '#lib/base/text/date-words';

/** Longer times: quarters, halves, seasons, decades, years. */

/** The year after a month belongs to the month. */
const BEHIND_MONTH = new RegExp(`${MONTH},?\\s{1,4}$`, 'i');

export const PERIODS: DateRule[] = [
  {
    // Q3 2023 · 2023 Q3 · Q3
    pattern: phrasePattern(
      `(?<![\\p{L}\\d])(?:(?<before>(?:19|20)\\d\\d)[ -]?)?q(?<q>[1-4])(?![\\p{L}\\d])(?:(?:, ?| (?:of |in )?|-)?(?<y>${YEAR}))?`,
    ),
    read(match, moment, text) {
      const { before, q, y } = groups(match);
      const givenYear = yearNumber(before ?? y);
      const context = text.slice(Math.max(0, match.index - 16), match.index);
      if (
        givenYear === null &&
        !moment.question &&
        !/\b(?:in|during|by|for|since|last|this|next|until|end of|before|after)\s{1,4}(?:the\s{1,4})?$/i.test(context)
      )
        return null;
      return yearly('quarter', moment, givenYear, undefined, (year) => quarterSpan(year, Number(q) - 1));
    },
  },
  {
    // the third quarter of 2023
    pattern: phrasePattern(
      `(?<!\\p{L})(?:(?<n>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) quarter|quarter (?<number>[1-4])|q(?<q>[1-4]))(?: (?:of |in )?(?:(?<y>${YEAR})|(?<rel>last|this|next) year))(?!\\p{L})`,
    ),
    read(match, moment) {
      const { n, number, q, y, rel } = groups(match);
      const quarter = (n ? (ORDINALS[n.toLowerCase()] ?? Number.parseInt(n, 10)) : Number(number ?? q)) - 1;
      if (rel)
        return needsNow('quarter', moment, (now) =>
          quarterSpan(yearOf(now) + (rel.toLowerCase() === 'last' ? -1 : rel.toLowerCase() === 'next' ? 1 : 0), quarter),
        );
      return yearly('quarter', moment, yearNumber(y), undefined, (year) => quarterSpan(year, quarter));
    },
  },
  {
    // last spring · summer 2023 · in the fall · winter of '21
    pattern: phrasePattern(
      `(?<!\\p{L})(?:${WHICH}|(?<=(?:^|[^\\p{L}])(?<prep>(?:in|during|over|since|until|till|by|through|before|after|from|of) (?:the )?(?:(?:early|late|mid)[ -])?))|)(?<season>${SEASON})(?!\\p{L})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR})(?:[/–-](?:\\d{4}|\\d\\d)(?!\\d))?| (?:of )?(?<rel>last|this|next) year\\b)?`,
    ),
    read(match, moment, text) {
      const { prep, season, y, rel } = groups(match);
      const word = which(match);
      const givenYear = yearNumber(y);
      if (!prep && word === undefined && givenYear === null && !rel) return null;
      const name = defined(season).toLowerCase();
      if (
        prep &&
        givenYear === null &&
        !rel &&
        /^\s{1,4}(?:in love|asleep|apart|behind|water|roll|cleaning|break|camp|into|onto|from|off|down)\b/i.test(
          text.slice(match.index + match[0].length),
        ) &&
        /^(?:fall|spring)$/.test(name)
      )
        return null;
      if (rel)
        return needsNow('season', moment, (now) =>
          seasonSpan(yearOf(now) + (rel.toLowerCase() === 'last' ? -1 : rel.toLowerCase() === 'next' ? 1 : 0), name),
        );
      return yearly('season', moment, givenYear, word, (year) => seasonSpan(year, name));
    },
  },
  {
    // the summer before last
    pattern: phrasePattern(`(?<!\\p{L})(?<season>${SEASON}) before last(?!\\p{L})`),
    read(match, moment) {
      const name = defined(groups(match).season).toLowerCase();
      return needsNow('season', moment, () => {
        const latest = nearestYear(moment, 'last', (year) => seasonSpan(year, name));
        return latest && seasonSpan(yearOf(latest.start) - 1, name);
      });
    },
  },
  {
    // the 90s · the 1980s · the '80s · the nineties
    pattern: phrasePattern(
      `(?<=(?:^|[^\\p{L}])(?<the>the (?:early |mid |late |mid-)?)?)(?:(?<full>(?:18|19|20)\\d0)['’]?s|['’]?(?<short>\\d0)['’]?s|(?<word>${Object.keys(DECADE_WORDS).join('|')}))(?!\\p{L})`,
    ),
    read(match, moment) {
      const { the, full, short, word } = groups(match);
      if (full) return fixed('decade', Number(full), yearSpan(Number(full), 10));
      if (!the && !/^['’]/.test(match[0])) return null;
      const decade = word ? defined(DECADE_WORDS[word.toLowerCase()]) : Number(short);
      return needsNow('decade', moment, (now) => {
        const century = Math.floor(yearOf(now) / 100) * 100;
        const start = century + decade <= yearOf(now) ? century + decade : century - 100 + decade;
        return yearSpan(start, 10);
      });
    },
  },
  {
    // in 2019 · since 2020 · (2023)
    pattern: phrasePattern(
      '(?<![\\d\\p{L}$€£#.,:/_]|(?<!(?:19|20)\\d\\d|mid|early|late)-|[$€£#] )(?<y>(?:19|20)\\d\\d)(?![\\d\\p{L}%_]|[.,/:]\\d|-\\p{L}| ?(?:%|percent|words|people|dollars|euros|pounds|users|lines|steps|calories|miles|meters|metres|feet|kg|km|mb|gb|ms|hours|minutes|seconds|days|tokens|characters|points|items|rows|files|times|copies|employees|members|customers|students|years|units)\\b)',
    ),
    read(match, moment, text) {
      const before = text.slice(Math.max(0, match.index - 20), match.index);
      if (BEHIND_MONTH.test(before)) return undefined;
      const after = text.slice(match.index + 4, match.index + 8);
      const prepared =
        /(?:^|[^\p{L}])(?:in|since|during|of|until|till|by|before|after|from|between|to|through|year|early|late|mid|around|circa|summer|winter|spring|autumn|fall|and|for|throughout|end of|beginning of|start of|middle of|all of)[\s-]{1,4}$/iu.test(
          before,
        ) ||
        (/\($/.test(before) && /^\)/.test(after)) ||
        /(?:19|20)\d\d\s{0,2}[-–—]\s{0,2}$/.test(before) ||
        /^\s{0,2}[-–—]\s{0,2}(?:19|20)/.test(after);
      if (!prepared && !moment.question) return null;
      return fixed('year', Number(groups(match).y), yearSpan(Number(groups(match).y)));
    },
  },
];
