import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '#e2e/fixtures/cpu';
import { runs } from '#e2e/fixtures/runs';
import { findDate, queryWindow } from '#lib/base/text/dates';

/** When all texts are said: a Wednesday in the middle of November. */
const NOW = new Date('2024-11-13T15:30:00Z');

/** Formats a date for the tables below, without the time if it is the first or last of a day. */
const plain = (date: Date | null): string =>
  date === null ? '' : date.toISOString().replace('T00:00:00.000Z', '').replace('T23:59:59.999Z', '').replace('.000Z', 'Z');

/** The window of a question: start..end (exclusive) and grain. */
const WINDOWS: [string, string][] = [
  ['What did we talk about today?', '2024-11-13..2024-11-14 day'],
  ['What are we doing this weekend?', '2024-11-16..2024-11-18 day'],
  ['Who comes this weekend?', '2024-11-16..2024-11-18 day'],
  ['What did we do this weekend?', '2024-11-09..2024-11-11 day'],
  ['What did we do over Christmas 2022?', '2022-12-24..2022-12-27 day'],
  ['What did we do at Christmas 2022?', '2022-12-25..2022-12-26 day'],
  ['What happened in 05/2023?', '2023-05-01..2023-06-01 month'],
  ['What is planned for this weekend?', '2024-11-16..2024-11-18 day'],
  ['What happens on Saturday?', '2024-11-16..2024-11-17 day'],
  ['Who is coming on Friday?', '2024-11-15..2024-11-16 day'],
  ['What are we doing on Monday?', '2024-11-18..2024-11-19 day'],
  ['What happened on Saturday?', '2024-11-09..2024-11-10 day'],
  ['Who came on Friday to the meeting that is going so well?', '2024-11-08..2024-11-09 day'],
  ['What happened on Monday the 7th?', '2024-10-07..2024-10-08 day'],
  ['What did Ana say on Thursday the 29th?', '2024-08-29..2024-08-30 day'],
  ['What will we do on Monday the 2nd?', '2024-12-02..2024-12-03 day'],
  ['What happened in the week after Easter 2024?', '2024-04-02..2024-04-09 week'],
  ['What happened the day after Easter 2024?', '2024-04-02..2024-04-03 day'],
  ['What happened up to and including March 2023?', '..2023-04-01 month'],
  ['What did we do on leap day 2024?', '2024-02-29..2024-03-01 day'],
  ['What did we do on leap day?', '2024-02-29..2024-03-01 day'],
  ['What happened on the 15th of May last year?', '2023-05-15..2023-05-16 day'],
  ['on May 15 of last year', '2023-05-15..2023-05-16 day'],
  ['What happened on 15 May last year?', '2023-05-15..2023-05-16 day'],
  ['What happened last year in May?', '2023-05-01..2023-06-01 month'],
  ['What happened last year on 15 May?', '2023-05-15..2023-05-16 day'],
  ['What happened last year between 14 and 16 May?', '2023-05-14..2023-05-17 day'],
  ['What happened from 14 May to 16 May last year?', '2023-05-14..2023-05-17 day'],
  ['What happened at Easter last year?', '2023-04-07..2023-04-11 day'],
  ['Good Friday last year', '2023-04-07..2023-04-08 day'],
  ['What happened in week 47 last year?', '2023-11-20..2023-11-27 week'],
  ['in May of the year before last', '2022-05-01..2022-06-01 month'],
  ['What happened on 12 March a year ago?', '2023-03-12..2023-03-13 day'],
  ['two years ago in May', '2022-05-01..2022-06-01 month'],
  ['last year at Christmas', '2023-12-25..2023-12-26 day'],
  ['What happened in May and last year?', '2024-05-01..2024-06-01 month'],
  ['in the first half of May 2023', '2023-05-01..2023-05-16 week'],
  ['the second half of June', '2024-06-16..2024-07-01 week'],
  ['the second half of last year', '2023-07-01..2024-01-01 season'],
  ['in the first half of this year', '2024-01-01..2024-07-01 season'],
  ['the second week of November 2023', '2023-11-08..2023-11-15 week'],
  ['the last week of February 2024', '2024-02-23..2024-03-01 week'],
  ['the first week of last month', '2024-10-01..2024-10-08 week'],
  ['the first three months of 2023', '2023-01-01..2023-04-01 quarter'],
  ['the last two weeks of July 2023', '2023-07-18..2023-08-01 week'],
  ['the last days of May', '2024-05-25..2024-06-01 week'],
  ['the first Monday of June 2023', '2023-06-05..2023-06-06 day'],
  ['the last Friday of last month', '2024-10-25..2024-10-26 day'],
  ['the first weekend of May 2023', '2023-05-06..2023-05-08 day'],
  ['on Tuesday last week', '2024-11-05..2024-11-06 day'],
  ['Thursday of last week', '2024-11-07..2024-11-08 day'],
  ['last week Friday', '2024-11-08..2024-11-09 day'],
  ['from Monday to Thursday last week', '2024-11-04..2024-11-08 day'],
  ['week 1 of 2021', '2021-01-04..2021-01-11 week'],
  ['calendar week 53 2020', '2020-12-28..2021-01-04 week'],
  ['2023-W12', '2023-03-20..2023-03-27 week'],
  ['the week starting 4 March 2024', '2024-03-04..2024-03-11 week'],
  ['the week ending 10 March 2024', '2024-03-04..2024-03-11 week'],
  ['the third quarter last year', '2023-07-01..2023-10-01 quarter'],
  ['Q3 last year', '2023-07-01..2023-10-01 quarter'],
  ['quarter 2 of 2023', '2023-04-01..2023-07-01 quarter'],
  ['the winter of 2022/23', '2022-12-01..2023-03-01 season'],
  ['the summer before last', '2023-06-01..2023-09-01 season'],
  ['from late May to early June 2023', '2023-05-21..2023-06-11 week'],
  ['a fortnight ago', '2024-10-28..2024-11-04 week'],
  ['in the past fortnight', '2024-10-30..2024-11-14 week'],
  ['a year and a half ago', '2023-05-01..2023-06-01 month'],
  ['two or three weeks ago', '2024-10-21..2024-11-04 week'],
  ['3-4 weeks ago', '2024-10-14..2024-10-28 week'],
  ['exactly a year ago', '2023-11-13..2023-11-14 day'],
  ['a month ago today', '2024-10-13..2024-10-14 day'],
  ['earlier this month', '2024-11-01..2024-11-14 month'],
  ['so far this year', '2024-01-01..2024-11-14 year'],
  ['year to date', '2024-01-01..2024-11-14 year'],
  ['later this week', '2024-11-13..2024-11-18 week'],
  ['this time last year', '2023-11-06..2023-11-21 week'],
  ['the other day', '2024-11-06..2024-11-14 week'],
  ['around 10 May 2023', '2023-05-07..2023-05-14 week'],
  ['around Christmas 2023', '2023-12-18..2024-01-02 week'],
  ['over Easter 2024', '2024-03-29..2024-04-02 day'],
  ['after Easter Monday 2025', '2025-04-22.. day'],
  ['at Pentecost 2024', '2024-05-19..2024-05-20 day'],
  ['on Thanksgiving 2023', '2023-11-23..2023-11-24 day'],
  ['on Boxing Day', '2023-12-26..2023-12-27 day'],
  ['between Christmas and New Year 2023', '2023-12-25..2024-01-02 week'],
  ['over the Christmas holidays 2023', '2023-12-20..2024-01-07 week'],
  ['since New Year', '2024-01-01.. day'],
  ['What was Ann up to in spring?', '2024-03-01..2024-06-01 season'],
  ['up to the end of January 2024', '..2024-02-01 week'],
  ['What happened yesterday?', '2024-11-12..2024-11-13 day'],
  ['What did she say the day before yesterday?', '2024-11-11..2024-11-12 day'],
  ['What is planned for tomorrow?', '2024-11-14..2024-11-15 day'],
  ['anything the day after tomorrow?', '2024-11-15..2024-11-16 day'],
  ['What did Ann do last night?', '2024-11-12..2024-11-13 day'],
  ['what did we discuss this morning?', '2024-11-13..2024-11-14 day'],
  ['notes from this week', '2024-11-11..2024-11-18 week'],
  ['notes from last week', '2024-11-04..2024-11-11 week'],
  ['the week before last', '2024-10-28..2024-11-04 week'],
  ['What will we do next week?', '2024-11-18..2024-11-25 week'],
  ['this month', '2024-11-01..2024-12-01 month'],
  ['last month', '2024-10-01..2024-11-01 month'],
  ['the month before last', '2024-09-01..2024-10-01 month'],
  ['next month', '2024-12-01..2025-01-01 month'],
  ['this quarter', '2024-10-01..2025-01-01 quarter'],
  ['last quarter', '2024-07-01..2024-10-01 quarter'],
  ['next quarter', '2025-01-01..2025-04-01 quarter'],
  ['this year', '2024-01-01..2025-01-01 year'],
  ['last year', '2023-01-01..2024-01-01 year'],
  ['the year before last', '2022-01-01..2023-01-01 year'],
  ['next year', '2025-01-01..2026-01-01 year'],
  ['this decade', '2020-01-01..2030-01-01 decade'],
  ['last decade', '2010-01-01..2020-01-01 decade'],
  ['over the last week', '2024-11-06..2024-11-14 week'],
  ['in the past month', '2024-10-13..2024-11-14 month'],
  ['within the last year', '2023-11-13..2024-11-14 year'],
  ['in the past quarter', '2024-08-13..2024-11-14 quarter'],
  ['during the past decade', '2014-11-13..2024-11-14 decade'],
  ['past 3 months', '2024-08-13..2024-11-14 month'],
  ['the last 2 weeks', '2024-10-30..2024-11-14 week'],
  ['previous 10 days', '2024-11-03..2024-11-14 day'],
  ['last few days', '2024-11-10..2024-11-14 day'],
  ['the past couple of weeks', '2024-10-30..2024-11-14 week'],
  ['last couple of years', '2022-11-13..2024-11-14 year'],
  ['past several months', '2024-08-13..2024-11-14 month'],
  ['last 24 hours', '2024-11-12T15:30:00Z..2024-11-13T15:30:00.001Z instant'],
  ['past 30 minutes', '2024-11-13T15:00:00Z..2024-11-13T15:30:00.001Z instant'],
  ['next 3 days', '2024-11-13..2024-11-17 day'],
  ['the coming two weeks', '2024-11-13..2024-11-28 week'],
  ['3 weeks ago', '2024-10-21..2024-10-28 week'],
  ['3 days ago', '2024-11-10..2024-11-11 day'],
  ['a week ago', '2024-11-04..2024-11-11 week'],
  ['two months ago', '2024-09-01..2024-10-01 month'],
  ['a year ago', '2023-01-01..2024-01-01 year'],
  ['ten years ago', '2014-01-01..2015-01-01 year'],
  ['a decade ago', '2010-01-01..2020-01-01 decade'],
  ['a couple of days ago', '2024-11-11..2024-11-12 day'],
  ['a few weeks ago', '2024-10-21..2024-10-28 week'],
  ['several months ago', '2024-08-01..2024-09-01 month'],
  ['half a year ago', '2024-05-01..2024-06-01 month'],
  ['half an hour ago', '2024-11-13T14:52:30Z..2024-11-13T15:07:30Z instant'],
  ['2 hours ago', '2024-11-13T13:00:00Z..2024-11-13T14:00:00Z instant'],
  ['20 minutes ago', '2024-11-13T15:05:00Z..2024-11-13T15:15:00Z instant'],
  ['about 5 days ago', '2024-11-08..2024-11-09 day'],
  ['six months back', '2024-05-01..2024-06-01 month'],
  ['two weekends ago', '2024-11-02..2024-11-04 day'],
  ['two Fridays ago', '2024-11-01..2024-11-02 day'],
  ['two summers ago', '2023-06-01..2023-09-01 season'],
  ['What happened in March?', '2024-03-01..2024-04-01 month'],
  ['in may', '2024-05-01..2024-06-01 month'],
  ['in December', '2023-12-01..2024-01-01 month'],
  ['What did we do in November?', '2024-11-01..2024-12-01 month'],
  ['last March', '2024-03-01..2024-04-01 month'],
  ['last November', '2023-11-01..2023-12-01 month'],
  ['next January', '2025-01-01..2025-02-01 month'],
  ['this March', '2024-03-01..2024-04-01 month'],
  ['early March', '2024-03-01..2024-03-11 week'],
  ['mid June', '2024-06-11..2024-06-21 week'],
  ['late September', '2024-09-21..2024-10-01 week'],
  ['the end of March', '2024-03-21..2024-04-01 week'],
  ['beginning of May', '2024-05-01..2024-05-11 week'],
  ['March 2023', '2023-03-01..2023-04-01 month'],
  ['in Mar 2023', '2023-03-01..2023-04-01 month'],
  ['may 2024', '2024-05-01..2024-06-01 month'],
  ['Sept. 2022', '2022-09-01..2022-10-01 month'],
  ['June of 2021', '2021-06-01..2021-07-01 month'],
  ['March last year', '2023-03-01..2023-04-01 month'],
  ['December of last year', '2023-12-01..2024-01-01 month'],
  ['in January this year', '2024-01-01..2024-02-01 month'],
  ['January to March', '2024-01-01..2024-04-01 month'],
  ['from March to May 2023', '2023-03-01..2023-06-01 month'],
  ['between March and May', '2024-03-01..2024-06-01 month'],
  ['March and April', '2024-03-01..2024-05-01 month'],
  ['Nov - Jan', '2023-11-01..2024-02-01 month'],
  ['January through June 2022', '2022-01-01..2022-07-01 month'],
  ['from Nov 2023 to Feb', '2023-11-01..2024-03-01 month'],
  ['last spring', '2024-03-01..2024-06-01 season'],
  ['last summer', '2024-06-01..2024-09-01 season'],
  ['last winter', '2023-12-01..2024-03-01 season'],
  ['this autumn', '2024-09-01..2024-12-01 season'],
  ['this winter', '2024-12-01..2025-03-01 season'],
  ['next spring', '2025-03-01..2025-06-01 season'],
  ['in the spring', '2024-03-01..2024-06-01 season'],
  ['during the summer', '2024-06-01..2024-09-01 season'],
  ['since summer', '2024-06-01.. season'],
  ['spring 2023', '2023-03-01..2023-06-01 season'],
  ['summer of 2022', '2022-06-01..2022-09-01 season'],
  ['fall 2021', '2021-09-01..2021-12-01 season'],
  ['winter 2023', '2023-12-01..2024-03-01 season'],
  ['in the winter of 2020', '2020-12-01..2021-03-01 season'],
  ['summer last year', '2023-06-01..2023-09-01 season'],
  ['early summer 2023', '2023-06-01..2023-07-01 month'],
  ['Q3 2023', '2023-07-01..2023-10-01 quarter'],
  ['2023 Q3', '2023-07-01..2023-10-01 quarter'],
  ['Q1', '2024-01-01..2024-04-01 quarter'],
  ['Q2 of 2024', '2024-04-01..2024-07-01 quarter'],
  ['the third quarter of 2023', '2023-07-01..2023-10-01 quarter'],
  ['first quarter of last year', '2023-01-01..2023-04-01 quarter'],
  ['first half of 2022', '2022-01-01..2022-07-01 season'],
  ['H2 2023', '2023-07-01..2024-01-01 season'],
  ['in 2019', '2019-01-01..2020-01-01 year'],
  ['2019', '2019-01-01..2020-01-01 year'],
  ['during 2021', '2021-01-01..2022-01-01 year'],
  ['early 2023', '2023-01-01..2023-05-01 quarter'],
  ['mid-2022', '2022-05-01..2022-09-01 quarter'],
  ['late 2020', '2020-09-01..2021-01-01 quarter'],
  ['end of 2021', '2021-10-01..2022-01-01 quarter'],
  ['beginning of 2022', '2022-01-01..2022-04-01 quarter'],
  ['the end of the year', '2024-10-01..2025-01-01 quarter'],
  ['the start of the month', '2024-11-01..2024-11-11 week'],
  ['2019-2021', '2019-01-01..2022-01-01 year'],
  ['from 2018 to 2020', '2018-01-01..2021-01-01 year'],
  ['between 2019 and 2021', '2019-01-01..2022-01-01 year'],
  ['the 90s', '1990-01-01..2000-01-01 decade'],
  ['the 1980s', '1980-01-01..1990-01-01 decade'],
  ['the late 90s', '1997-01-01..2000-01-01 year'],
  ["in the '70s", '1970-01-01..1980-01-01 decade'],
  ['the nineties', '1990-01-01..2000-01-01 decade'],
  ['the 2010s', '2010-01-01..2020-01-01 decade'],
  ['May 5', '2024-05-05..2024-05-06 day'],
  ['May 5th', '2024-05-05..2024-05-06 day'],
  ['may 5th', '2024-05-05..2024-05-06 day'],
  ['5 May', '2024-05-05..2024-05-06 day'],
  ['the 5th of May', '2024-05-05..2024-05-06 day'],
  ['May 5, 2023', '2023-05-05..2023-05-06 day'],
  ['May 5th 2023', '2023-05-05..2023-05-06 day'],
  ['5 May 2023', '2023-05-05..2023-05-06 day'],
  ['5th of May, 2023', '2023-05-05..2023-05-06 day'],
  ['Friday, May 3rd', '2024-05-03..2024-05-04 day'],
  ['Mon, 4 March 2024', '2024-03-04..2024-03-05 day'],
  ['May 5-9', '2024-05-05..2024-05-10 day'],
  ['May 5 to 9, 2023', '2023-05-05..2023-05-10 day'],
  ['May 5 - 9 2023', '2023-05-05..2023-05-10 day'],
  ['5-9 May 2023', '2023-05-05..2023-05-10 day'],
  ['between Jan 5 and Feb 3 2024', '2024-01-05..2024-02-04 day'],
  ['between Dec 20 2023 and Jan 5', '2023-12-20..2024-01-06 day'],
  ['from Nov 5 to Feb 3 2024', '2023-11-05..2024-02-04 day'],
  ['from June 1 until June 15', '2024-06-01..2024-06-16 day'],
  ['Jan 5, 2023 - Feb 3, 2023', '2023-01-05..2023-02-04 day'],
  ['last May 5', '2024-05-05..2024-05-06 day'],
  ['Feb 29', '2024-02-29..2024-03-01 day'],
  ['2024-05-06', '2024-05-06..2024-05-07 day'],
  ['2024/05/06', '2024-05-06..2024-05-07 day'],
  ['2024-05', '2024-05-01..2024-06-01 month'],
  ['2024-05-06T10:30:00Z', '2024-05-06T10:30:00Z..2024-05-06T10:30:00.001Z instant'],
  ['2024-05-06T10:30+02:00', '2024-05-06T08:30:00Z..2024-05-06T08:30:00.001Z instant'],
  ['from 2024-01-01 to 2024-02-15', '2024-01-01..2024-02-16 day'],
  ['5/6/2024', '2024-05-06..2024-05-07 day'],
  ['Sun May 4 10:01:12 2025', '2025-05-04T10:01:12Z..2025-05-04T10:01:12.001Z instant'],
  ['on Friday, 5/2/2025', '2025-05-02..2025-05-03 day'],
  ['on Sunday 2/3/2025', '2025-03-02..2025-03-03 day'],
  ['Wednesday (5/2/2025)', '2025-02-05..2025-02-06 day'],
  ['25/12/2023', '2023-12-25..2023-12-26 day'],
  ['06.05.2024', '2024-05-06..2024-05-07 day'],
  ['5/6/24', '2024-05-06..2024-05-07 day'],
  ['on 5/6', '2024-05-06..2024-05-07 day'],
  ['Monday', '2024-11-11..2024-11-12 day'],
  ['on Tuesday', '2024-11-12..2024-11-13 day'],
  ['last Monday', '2024-11-11..2024-11-12 day'],
  ['last Friday', '2024-11-08..2024-11-09 day'],
  ['next Friday', '2024-11-22..2024-11-23 day'],
  ['this Friday', '2024-11-15..2024-11-16 day'],
  ['this past Saturday', '2024-11-09..2024-11-10 day'],
  ['What will happen on Friday?', '2024-11-15..2024-11-16 day'],
  ['the Sunday before 25 May 2023', '2023-05-21..2023-05-22 day'],
  ['the Monday after 10 June 2024', '2024-06-17..2024-06-18 day'],
  ['this weekend', '2024-11-09..2024-11-11 day'],
  ['last weekend', '2024-11-09..2024-11-11 day'],
  ['next weekend', '2024-11-23..2024-11-25 day'],
  ['over the weekend', '2024-11-09..2024-11-11 day'],
  ['the weekend before last', '2024-11-02..2024-11-04 day'],
  ['the weekend of July 20', '2024-07-20..2024-07-22 day'],
  ['the week of July 8', '2024-07-08..2024-07-15 week'],
  ['the week before 9 June 2023', '2023-06-02..2023-06-09 week'],
  ['the day after May 5', '2024-05-06..2024-05-07 day'],
  ['since June', '2024-06-01.. month'],
  ['since 2022', '2022-01-01.. year'],
  ['since last week', '2024-11-04.. week'],
  ['since yesterday', '2024-11-12.. day'],
  ['since May 5', '2024-05-05.. day'],
  ['before 2022', '..2022-01-01 year'],
  ['before June', '..2024-06-01 month'],
  ['before last month', '..2024-10-01 month'],
  ['prior to March 2024', '..2024-03-01 month'],
  ['after June 2023', '2023-07-01.. month'],
  ['after May 5, 2023', '2023-05-06.. day'],
  ['until March', '..2024-04-01 month'],
  ['until yesterday', '..2024-11-13 day'],
  ['by May 2023', '..2023-06-01 month'],
  ['up to 2020', '..2021-01-01 year'],
  ['from 2019 onwards', '2019-01-01.. year'],
  ['starting in March', '2024-03-01.. month'],
  ['as of January 2024', '2024-01-01.. month'],
  ['last Christmas', '2023-12-25..2023-12-26 day'],
  ['Christmas 2022', '2022-12-25..2022-12-26 day'],
  ["on New Year's Eve", '2023-12-31..2024-01-01 day'],
  ['Halloween 2023', '2023-10-31..2023-11-01 day'],
  ["on Valentine's Day", '2024-02-14..2024-02-15 day'],
  ['on the 5th', '2024-11-05..2024-11-06 day'],
  ['on the 20th', '2024-10-20..2024-10-21 day'],
  ['since the 1st', '2024-11-01.. day'],
  ['on the 5th of last month', '2024-10-05..2024-10-06 day'],
  ['since Christmas', '2023-12-25.. day'],
  ['before the summer', '..2024-06-01 season'],
  ['by the end of 2024', '..2025-01-01 quarter'],
  ['What is due in 3 days?', '2024-11-16..2024-11-17 day'],
  ['What will Ann do in March?', '2025-03-01..2025-04-01 month'],
  ['plans for next summer', '2025-06-01..2025-09-01 season'],
  ['two weeks from now', '2024-11-25..2024-12-02 week'],
  ['What is happening a month from now?', '2024-12-01..2025-01-01 month'],
];

/** Words that only look like dates. */
const NO_WINDOW = [
  'February 30',
  'may I ask about Alice',
  'What may happen?',
  'every Friday',
  'each March',
  'on Fridays',
  'give me a second',
  'the sun is bright',
  'soldiers march on',
  'What does June like?',
  'Is April nice?',
  'Tell me about May',
  'in her 30s',
  'a 90s kid',
  'in 2000 words',
  'costs $2000',
  'room 2019-B',
  'version 2.0.1',
  'call 555-2019',
  'at 10:30',
  '24/7 support',
  'half of them',
  'the second time',
  'Sat down',
  'the fall of Rome',
  'spring water',
  'for 3 years',
  'two weeks',
  'in 3 days',
  '5 miles',
];

/** When a fact happened: start..end, both included. */
const FACTS: [string, string][] = [
  ['I moved to 10 March Road in 2023.', '2023-01-01..2023-12-31 year'],
  ['We met on Cyber Monday 2023.', '2023-11-27..2023-11-27 day'],
  ['She fasted on Ash Wednesday.', '2024-02-14..2024-02-14 day'],
  ['We watched the film yesterday.', '2024-11-12..2024-11-12 day'],
  ['I went to the beach yesterday.', '2024-11-12..2024-11-12 day'],
  ['We had dinner last night.', '2024-11-12..2024-11-12 day'],
  ['The bill was paid on 15 May last year.', '2023-05-15..2023-05-15 day'],
  ['Last year on 15 May the bill was paid.', '2023-05-15..2023-05-15 day'],
  ['We were in Rome at Easter last year.', '2023-04-07..2023-04-10 day'],
  ['Tomorrow we leave for Rome.', '2024-11-14..2024-11-14 day'],
  ['I will visit Paris in March.', '2025-03-01..2025-03-31 month'],
  ['We went to Paris in March.', '2024-03-01..2024-03-31 month'],
  ["I'm going to run a marathon in May.", '2025-05-01..2025-05-31 month'],
  ['She ran a marathon in May.', '2024-05-01..2024-05-31 month'],
  ['The meeting is on Friday.', '2024-11-15..2024-11-15 day'],
  ['I met her on Friday.', '2024-11-08..2024-11-08 day'],
  ["I'll call you on Monday.", '2024-11-18..2024-11-18 day'],
  ['I ran a charity race last Saturday.', '2024-11-09..2024-11-09 day'],
  ['My appointment is March 22nd.', '2025-03-22..2025-03-22 day'],
  ['On May 5th we married.', '2024-05-05..2024-05-05 day'],
  ['I booked a trip for March.', '2025-03-01..2025-03-31 month'],
  ['I signed up for a pottery class on July 2.', '2024-07-02..2024-07-02 day'],
  ['I have worked here since 2019.', '2019-01-01..2024-11-13T15:30:00Z year'],
  ['She has been sick since Monday.', '2024-11-11..2024-11-13T15:30:00Z day'],
  ['Please finish it by Friday.', '2024-11-15..2024-11-15 day'],
  ['We stayed until March 3.', '2024-03-03..2024-03-03 day'],
  ["I've known these friends for the past 4 years.", '2020-11-13..2024-11-13 year'],
  ['Over the last few months I read a lot.', '2024-08-13..2024-11-13 month'],
  ['Last year I moved to Berlin.', '2023-01-01..2023-12-31 year'],
  ['A few years ago I was in Rome.', '2021-01-01..2021-12-31 year'],
  ['10 years ago I turned 18.', '2014-01-01..2014-12-31 year'],
  ['Three weeks ago my dog died.', '2024-10-21..2024-10-27 week'],
  ['I will be there in 3 days.', '2024-11-16..2024-11-16 day'],
  ['See you in two weeks!', '2024-11-25..2024-12-01 week'],
  ['I started classes two weekends ago.', '2024-11-02..2024-11-03 day'],
  ['We went camping last weekend.', '2024-11-09..2024-11-10 day'],
  ['We are going camping this weekend.', '2024-11-16..2024-11-17 day'],
  ['It was the summer of 2021.', '2021-06-01..2021-08-31 season'],
  ['Last spring I took up pottery.', '2024-03-01..2024-05-31 season'],
  ['Next spring we will move.', '2025-03-01..2025-05-31 season'],
  ['Back in the 90s we had fun.', '1990-01-01..1999-12-31 decade'],
  ['The novel was published in 2019 (2019).', '2019-01-01..2019-12-31 year'],
  ['It happened on 2024-05-06.', '2024-05-06..2024-05-06 day'],
  ['We spoke at 2024-05-06T10:30:00Z.', '2024-05-06T10:30:00Z..2024-05-06T10:30:00Z instant'],
  ['The report covers Q3 2023.', '2023-07-01..2023-09-30 quarter'],
  ['Revenue grew in Q2.', '2024-04-01..2024-06-30 quarter'],
  ['They were away from May 5 to May 9, 2023.', '2023-05-05..2023-05-09 day'],
  ['The conference ran May 5-9, 2023.', '2023-05-05..2023-05-09 day'],
  ['I was born on 12 March 1990.', '1990-03-12..1990-03-12 day'],
  ['Born 03/12/1990.', '1990-03-12..1990-03-12 day'],
  ['I called Mar. 3.', '2024-03-03..2024-03-03 day'],
  ['Today I learned something new.', '2024-11-13..2024-11-13 day'],
  ['This morning it rained.', '2024-11-13..2024-11-13 day'],
  ['I read it the day before yesterday.', '2024-11-11..2024-11-11 day'],
  ['She arrives the day after tomorrow.', '2024-11-15..2024-11-15 day'],
  ['It opens next month.', '2024-12-01..2024-12-31 month'],
  ['It opened last month.', '2024-10-01..2024-10-31 month'],
  ['This month I read two books.', '2024-11-01..2024-11-30 month'],
  ['On Christmas Eve we cooked.', '2023-12-24..2023-12-24 day'],
  ['Last Christmas we cooked.', '2023-12-25..2023-12-25 day'],
  ['The week of July 8 was hard.', '2024-07-08..2024-07-14 week'],
  ['Late in 2023 we moved.', '2023-09-01..2023-12-31 quarter'],
  ['In late 2023 we moved.', '2023-09-01..2023-12-31 quarter'],
];

const NO_FACT_DATE = [
  'Her song called "Last Friday Night" is catchy.',
  'A podcast named "Yesterday in Parliament" won.',
  'We played the song Yesterday.',
  'The book "11/22/63" is long.',
  'The monday.com account expired.',
  'Flat 12 May Street is damp.',
  'Black Friday deals are a scam.',
  'Cyber Monday deals are a scam.',
  'Ash Wednesday was busy.',
  'We met before 2020.',
  'We moved after the summer of 2021.',
  'I finished it in 3 days.',
  'She is in her 30s.',
  'They may 5 times a week.',
  'You may go.',
  'March on, soldiers!',
  'I love summer vacation.',
  'We fell in love.',
  'Every Friday we eat pizza.',
  'I go swimming on Mondays.',
  'My favourite month is August because it is warm.',
  'I need a second.',
  'The sun was shining.',
  'I have two kids.',
  'It costs 2000 dollars.',
  'He wrote in 2000 words what I could not.',
  'The 2019 edition is better.',
];

describe('queryWindow', () => {
  it.each(WINDOWS)('%s: %s', (question, expected) => {
    const window = queryWindow(question, NOW);
    expect(window && `${plain(window.start)}..${plain(window.end)} ${window.grain}`).toBe(expected);
    expect(question).toContain(window!.text);
  });

  it.each(NO_WINDOW)('finds no date in: %s', (question) => {
    expect(queryWindow(question, NOW)).toBeNull();
  });

  it("reads days on the caller's clock", () => {
    const late = new Date('2024-11-13T23:30:00Z');
    const window = queryWindow('What happened yesterday?', late, { offsetMinutes: 120 });
    expect([window?.start?.toISOString(), window?.end?.toISOString()]).toEqual(['2024-11-13T00:00:00.000Z', '2024-11-14T00:00:00.000Z']);
  });

  it('returns the words that named the window, so that they can be removed from the question', () => {
    expect(queryWindow('What did Ann paint in the spring of 2023, and where?', NOW)?.text).toBe('in the spring of 2023');
    expect(queryWindow('Since last week, who called?', NOW)?.text).toBe('Since last week');
  });

  it.each([
    'What did the Q3 review find?',
    'Who pays for the 2024 budget spreadsheet?',
    'Where does the Sunday Club meet?',
    'What is on the cover of the autumn catalogue?',
    'Who compiled the 90s playlist?',
    'Who made the Q3 figures?',
    'What did we say in the Q3 review?',
    'Where is the novel called Twelve Days in December?',
    "Who painted 'Summer of 2019'?",
    'Who hung up ‘Winter 2019’ in the hall?',
    'Who wrote the book 1984?',
  ])('ignores words that only specify a thing: %s', (question) => {
    expect(queryWindow(question, NOW)?.isOnlyHint ?? true).toBe(true);
    expect(findDate(question.replace(/\?$/, '.'), NOW)).toBeNull();
  });

  it.each(['"I moved in May 2019," said Ana.', "'I moved in May 2019 to Porto', said Ana.", 'Ana wrote: “We came in May 2019.”'])(
    'reads the time of a quotation: %s',
    (said) => {
      expect(findDate(said, NOW)).toMatchObject({ start: new Date('2019-05-01T00:00:00Z'), grain: 'month' });
    },
  );

  it.each([
    'the March 2024 events',
    'in the winter months',
    'In the summer Ann went away.',
    'What did we do in the summer?',
    'the 9 May meeting',
    'the last week of the course',
    "What did the boys' club do in 2019, at Ana's?",
    'What happened in the summer we met?',
  ])('but reads a time that has things: %s', (question) => {
    expect(queryWindow(question, NOW)?.isOnlyHint).toBe(false);
  });

  it('prefers a time to a thing named after one, and recognizes loose times', () => {
    expect(queryWindow('Who read the Q3 review in May 2024?', NOW)).toMatchObject({
      text: 'in May 2024',
      isOnlyHint: false,
      isLoose: false,
    });
    for (const loose of ['What happened three weeks ago?', 'What happened about three weeks ago?', 'around Easter 2024', 'late May'])
      expect(queryWindow(loose, NOW)?.isLoose).toBe(true);
    for (const exact of ['Tell me about last week', 'What about yesterday?', 'Tell me about May 2024', 'What happened a year ago today?'])
      expect(queryWindow(exact, NOW)?.isLoose).toBe(false);
    expect(queryWindow('What will happen after May?', NOW)?.isAhead).toBe(true);
  });
});

describe('findDate', () => {
  it.each(FACTS)('%s %s', (sentence, expected) => {
    const date = findDate(sentence, NOW);
    expect(date && `${plain(date.start)}..${plain(date.end)} ${date.grain}`).toBe(expected);
  });

  it.each(NO_FACT_DATE)('finds no date in: %s', (sentence) => {
    expect(findDate(sentence, NOW)).toBeNull();
  });

  it('reads only complete dates if the time of the statement is unknown', () => {
    expect(findDate('We met yesterday.', null)).toBeNull();
    expect(findDate('We met in March.', null)).toBeNull();
    expect(findDate('We met on 5 May 2023.', null)?.start.toISOString()).toBe('2023-05-05T00:00:00.000Z');
    expect(findDate('1:56 pm on 8 May, 2023', null)?.start.toISOString()).toBe('2023-05-08T00:00:00.000Z');
  });

  it('takes the first date of a sentence', () => {
    expect(findDate('Yesterday I read about the election of 2016.', NOW)?.grain).toBe('day');
  });

  it('lets chrono-node read days in words, but no durations and no times of day', () => {
    expect(findDate('We married on the twelfth of May.', NOW)?.start.toISOString()).toBe('2024-05-12T00:00:00.000Z');
    expect(queryWindow('What happened on the twelfth of May, 2021?', NOW)?.start?.toISOString()).toBe('2021-05-12T00:00:00.000Z');
    expect(findDate('We meet at 10:30 in room 4.', NOW)).toBeNull();
    expect(findDate('We grew by 30% within three months.', NOW)).toBeNull();
    expect(findDate('Read for 30 minutes every evening.', NOW)).toBeNull();
  });

  it('takes the nearest yearly date if no verb decides the direction', () => {
    const said = new Date('2026-03-10T12:00:00Z');
    expect(findDate('The oven comes on 11 May.', said)?.start.toISOString()).toBe('2026-05-11T00:00:00.000Z');
    expect(findDate('Dinner with Ana on 20 December.', said)?.start.toISOString()).toBe('2025-12-20T00:00:00.000Z');
    expect(findDate('We met on 11 May.', said)?.start.toISOString()).toBe('2025-05-11T00:00:00.000Z');
    expect(findDate('Saturday, 2 May. I chose it because the market starts then.', said)?.start.toISOString()).toBe(
      '2026-05-02T00:00:00.000Z',
    );
  });

  it('takes the year in which the day has that weekday, if no verb decides the direction', () => {
    const said = new Date('2026-03-10T12:00:00Z');
    expect(findDate('Dinner with Ana on Sunday, 20 December.', said)?.start.toISOString()).toBe('2026-12-20T00:00:00.000Z');
    expect(findDate('Dinner with Ana on Saturday, December 20.', said)?.start.toISOString()).toBe('2025-12-20T00:00:00.000Z');
    expect(findDate('Dinner with Ana on Monday, 20 December.', said)?.start.toISOString()).toBe('2025-12-20T00:00:00.000Z');
  });

  it('takes the nearest day for past intentions', () => {
    const said = new Date('2026-05-13T17:00:00Z');
    expect(findDate('It was meant to be there on Monday, and today is Wednesday.', said)?.start.toISOString()).toBe(
      '2026-05-11T00:00:00.000Z',
    );
    expect(findDate('It was supposed to have a door by Friday.', said)?.start.toISOString()).toBe('2026-05-15T00:00:00.000Z');
  });

  it("interprets a date on the speaker's clock", () => {
    const date = findDate('We met yesterday.', new Date('2024-11-13T02:00:00Z'), { offsetMinutes: -300 });
    expect([date?.start.toISOString(), date?.end.toISOString()]).toEqual(['2024-11-11T00:00:00.000Z', '2024-11-11T23:59:59.999Z']);
  });
});

describe('any text', () => {
  const word = fc.constantFrom(
    ...'in on since before after between and to from the last next past this 3 two few a may march May 5 5th 2023 1999 Q3 spring week weeks days ago monday Friday - , of end early late 12/5/2024 2024-05-06 90s yesterday year weekend Christmas'.split(
      ' ',
    ),
  );
  const sentence = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
  const reference = fc.date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });

  it('yields ordered ends, or none', () => {
    fc.assert(
      fc.property(fc.oneof(sentence, fc.string({ unit: 'grapheme', maxLength: 80 })), reference, (text, now) => {
        const window = queryWindow(text, now);
        if (window?.start && window.end) expect(window.start.getTime()).toBeLessThan(window.end.getTime());
        if (window) expect(window.start ?? window.end).not.toBeNull();
        const date = findDate(text, now);
        if (date) expect(date.start.getTime()).toBeLessThanOrEqual(date.end.getTime());
      }),
      { numRuns: runs(2000) },
    );
  });

  it('takes time proportional to its length', async () => {
    const hostile = [
      'the last ',
      'May 5 - ',
      'between 5 and ',
      'in the ',
      '2024-',
      '5 ',
      'a few ',
      'Monday, ',
      '   ',
      'q1 of ',
      "'7",
      'early mid late ',
      '12/5/',
    ];
    for (const part of hostile) {
      const text = part.repeat(Math.ceil(10_000 / part.length));
      const taken = await cpuOf(() => [queryWindow(text, NOW), findDate(text, NOW)]);
      // generous: some ten milliseconds are usual, quadratic matching would take seconds
      expect(taken).toBeLessThan(1500);
    }
  });
});
