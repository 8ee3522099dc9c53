import { profile } from '#lib/base/text/languages/profile';

export const es = profile(
  'es',
  'Latin',
  `el la los las lo un una unos unas de del a al en con por para sin sobre entre hasta desde hacia según ante bajo tras
  y e o u ni pero sino que si como cuando donde porque pues aunque mientras
  yo tú él ella ello nosotros vosotros ellos ellas usted ustedes me te se nos os le les mi mis tu tus su sus nuestro nuestra nuestros mío suyo
  es son era eran fue fueron ser sido soy eres somos está están estaba estar estoy ha han he has había haber hay hace tiene tienen tengo tuvo puede pueden podía
  qué quién quiénes cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas este esta esto estos estas ese esa eso esos esas aquel aquella
  no sí ya muy más menos también tampoco tan todo toda todos todas otro otra otros algo alguien alguno nada nadie cada mismo donde entonces así`,
);
