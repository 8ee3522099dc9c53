import { profile } from '#lib/base/text/languages/profile';

export const cs = profile(
  'cs',
  'Latin',
  `a i nebo ale však že aby když kdy kde jak jestli pokud protože proto tedy také též ani než
  já ty on ona ono my vy oni mě mne mi mně tě ti tobě jeho jej jemu mu ho ji jí nás nám vás vám jich jim je se si sebe můj moje má tvůj svůj svá své náš naše váš
  je jsou byl byla bylo byli byly být bude budou jsem jsi jsme jste má mají měl měla mít může mohou lze
  v ve z ze na do od pro po před přes při o u pod nad za bez mezi k ke s se
  kdo co čeho koho komu kým čím jaký jaká jaké který která které kterou kolik proč odkud kam ten ta to toho té ty tím těch tento tato toto takový
  ne ano jen už ještě velmi více méně tu tam zde všechno všichni každý jiný něco někdo nic nikdo sám tak pak`,
);
