import { profile } from '#lib/base/text/languages/profile';

export const pt = profile(
  'pt',
  'Latin',
  `o a os as um uma uns umas de do da dos das em no na nos nas ao aos à às por pelo pela pelos pelas para pra com sem sobre entre até desde sob
  e ou nem mas que se como quando onde porque pois embora enquanto
  eu tu você vocês ele ela nós eles elas me te se lhe lhes nos mim ti meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos
  é são era eram foi foram ser sido sou somos está estão estava estar estou ter tem têm tinha tenho teve há havia houve pode podem vai vou
  quem qual quais quando onde quanto quanta quantos quantas este esta isto estes estas esse essa isso esses essas aquele aquela aquilo num numa
  não sim já muito muita mais menos também tão todo toda todos todas tudo outro outra outros algo alguém nada ninguém cada mesmo então assim`,
);
