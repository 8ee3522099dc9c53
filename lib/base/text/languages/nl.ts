import { profile } from '#lib/base/text/languages/profile';

export const nl = profile(
  'nl',
  'Latin',
  `de het een en of maar want dus als dan dat die dit deze wie wat waar wanneer waarom hoe welke welk hoeveel
  ik jij je u hij zij ze wij we jullie mij me jou hem haar ons hun hen mijn jouw zijn onze zich
  is was waren ben bent wordt worden werd werden geworden heb hebt heeft hebben had hadden kan kunnen kon moet moeten zal zullen zou wil willen mag gaat gaan ging
  in op aan van voor met bij naar uit om over onder tegen door tot tussen zonder sinds tijdens na te ten ter er
  niet geen wel ook nog al zeer erg veel meer minder heel hier daar toen nu alle alles iets niets iemand niemand ander andere elke ieder zo omdat terwijl`,
);
