;; Inner products of a question with rows of numbers of 8 bits without a sign, whose high and low halves are stored apart. `bytes` is the number of bytes of a row in either, a multiple of 16 and more than 0.
;; A byte of a half has two numbers: of each 32, one of the first 16 in its low bits, and one of the others in its high bits.
;; The bytes in byte-dot.ts are made of this: `npx vitest run --project unit lib/memory/recall/retrieval/cached/byte-dot` says how.
(module
  ;; Several threads compare the same rows.
  (import "rows" "memory" (memory 1 65536 shared))
  ;; High halves alone with a question of 8-bit numbers, in the same order. Writes the index of each row with (sum + $more) * its scale >= $bar, in no order, and returns how many there are. $count is a multiple of 4.
  ;; The caller makes the question so small that no sum of 16 bits overflows.
  ;; The four rows that are compared at a time are a quarter of $count apart: of 512, they are in four pages of the memory, which the processor reads at the same time. Four adjacent rows took 1.8 times as long.
  (func (export "coarse") (param $question i32) (param $row i32) (param $count i32) (param $bytes i32) (param $scales i32) (param $found i32) (param $more f32) (param $bar f32) (result i32)
    (local $row1 i32) (local $row2 i32) (local $row3 i32) (local $at i32) (local $end i32) (local $numbers i32) (local $index i32) (local $rows i32) (local $first i32) (local $apart i32) (local $scale i32)
    (local $mask v128) (local $a v128) (local $b v128) (local $h v128) (local $l v128) (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $first (local.get $found))
    (local.set $mask (i8x16.splat (i32.const 15)))
    (local.set $apart (i32.shr_u (local.get $count) (i32.const 2)))
    (local.set $row1 (i32.mul (local.get $bytes) (local.get $apart)))
    (local.set $row2 (i32.mul (local.get $row1) (i32.const 2)))
    (local.set $row3 (i32.mul (local.get $row1) (i32.const 3)))
    (block $none
      (br_if $none (i32.eqz (local.get $apart)))
      (loop $fours
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (local.set $numbers (local.get $question))
        (local.set $at (local.get $row))
        (local.set $end (i32.add (local.get $row) (local.get $bytes)))
        (loop $numbers
          (local.set $a (v128.load (local.get $numbers)))
          (local.set $b (v128.load offset=16 (local.get $numbers)))
          (local.set $h (v128.load (local.get $at)))
          (local.set $l (v128.and (local.get $h) (local.get $mask)))
          (local.set $h (v128.and (i16x8.shr_u (local.get $h) (i32.const 4)) (local.get $mask)))
          (local.set $s0 (i16x8.add (i16x8.add (local.get $s0)
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $a) (local.get $l)))
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $b) (local.get $h))))
          (local.set $h (v128.load (i32.add (local.get $at) (local.get $row1))))
          (local.set $l (v128.and (local.get $h) (local.get $mask)))
          (local.set $h (v128.and (i16x8.shr_u (local.get $h) (i32.const 4)) (local.get $mask)))
          (local.set $s1 (i16x8.add (i16x8.add (local.get $s1)
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $a) (local.get $l)))
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $b) (local.get $h))))
          (local.set $h (v128.load (i32.add (local.get $at) (local.get $row2))))
          (local.set $l (v128.and (local.get $h) (local.get $mask)))
          (local.set $h (v128.and (i16x8.shr_u (local.get $h) (i32.const 4)) (local.get $mask)))
          (local.set $s2 (i16x8.add (i16x8.add (local.get $s2)
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $a) (local.get $l)))
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $b) (local.get $h))))
          (local.set $h (v128.load (i32.add (local.get $at) (local.get $row3))))
          (local.set $l (v128.and (local.get $h) (local.get $mask)))
          (local.set $h (v128.and (i16x8.shr_u (local.get $h) (i32.const 4)) (local.get $mask)))
          (local.set $s3 (i16x8.add (i16x8.add (local.get $s3)
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $a) (local.get $l)))
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $b) (local.get $h))))
          (local.set $numbers (i32.add (local.get $numbers) (i32.const 32)))
          (br_if $numbers (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
        ;; The four sums of 32 bits in one vector.
        (local.set $a (i16x8.splat (i32.const 1)))
        (local.set $s0 (i32x4.dot_i16x8_s (local.get $s0) (local.get $a)))
        (local.set $s1 (i32x4.dot_i16x8_s (local.get $s1) (local.get $a)))
        (local.set $s2 (i32x4.dot_i16x8_s (local.get $s2) (local.get $a)))
        (local.set $s3 (i32x4.dot_i16x8_s (local.get $s3) (local.get $a)))
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $s0) (local.get $s1))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $s0) (local.get $s1))))
        (local.set $s2 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $s2) (local.get $s3))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $s2) (local.get $s3))))
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s0) (local.get $s2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s0) (local.get $s2))))
        ;; A scale has four bytes, so those of rows are $count bytes apart.
        (local.set $a (v128.load32_zero (local.get $scales)))
        (local.set $a (v128.load32_lane 1 (local.tee $scale (i32.add (local.get $scales) (local.get $count))) (local.get $a)))
        (local.set $a (v128.load32_lane 2 (local.tee $scale (i32.add (local.get $scale) (local.get $count))) (local.get $a)))
        (local.set $a (v128.load32_lane 3 (i32.add (local.get $scale) (local.get $count)) (local.get $a)))
        (local.set $rows (i32x4.bitmask (f32x4.ge
          (f32x4.mul (f32x4.add (f32x4.convert_i32x4_s (local.get $s0)) (f32x4.splat (local.get $more))) (local.get $a))
          (f32x4.splat (local.get $bar)))))
        (if (local.get $rows)
          (then (loop $each
            (i32.store (local.get $found) (i32.add (local.get $index) (i32.mul (local.get $apart) (i32.ctz (local.get $rows)))))
            (local.set $found (i32.add (local.get $found) (i32.const 4)))
            (br_if $each (local.tee $rows (i32.and (local.get $rows) (i32.sub (local.get $rows) (i32.const 1))))))))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $row (local.get $end))
        (br_if $fours (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1))) (local.get $apart)))))
    (i32.shr_u (i32.sub (local.get $found) (local.get $first)) (i32.const 2)))
  ;; Both halves of one row with a question of 16-bit numbers: a sum of 32 bits. 128 is subtracted from each number.
  (func (export "byte") (param $question i32) (param $high i32) (param $low i32) (param $bytes i32) (result i32)
    (local $end i32) (local $h v128) (local $l v128) (local $mask v128) (local $sign v128) (local $a v128) (local $b v128)
    (local.set $mask (i8x16.splat (i32.const 15)))
    (local.set $sign (i8x16.splat (i32.const 128)))
    (local.set $end (i32.add (local.get $high) (local.get $bytes)))
    (loop $numbers
      (local.set $h (v128.load (local.get $high)))
      (local.set $l (v128.load (local.get $low)))
      (local.set $l (v128.xor (local.get $sign) (v128.or (v128.and (local.get $l) (local.get $mask)) (i16x8.shl (v128.and (local.get $h) (local.get $mask)) (i32.const 4)))))
      (local.set $h (v128.xor (local.get $sign) (v128.or (v128.andnot (local.get $h) (local.get $mask)) (v128.and (i16x8.shr_u (v128.load (local.get $low)) (i32.const 4)) (local.get $mask)))))
      (local.set $a (i32x4.add (local.get $a) (i32x4.add
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $l)) (v128.load (local.get $question)))
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $l)) (v128.load offset=16 (local.get $question))))))
      (local.set $b (i32x4.add (local.get $b) (i32x4.add
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $h)) (v128.load offset=32 (local.get $question)))
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $h)) (v128.load offset=48 (local.get $question))))))
      (local.set $question (i32.add (local.get $question) (i32.const 64)))
      (local.set $low (i32.add (local.get $low) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.tee $high (i32.add (local.get $high) (i32.const 16))) (local.get $end))))
    (local.set $a (i32x4.add (local.get $a) (local.get $b)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
      (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
  ;; Rotates a row of 8-bit numbers, and stores it in two halves. `$span`: numbers that are mixed, a power of two from 16 to 128, times 16 bytes, of which a whole number is in $work.
  ;; Returns what the rotated numbers of 16 bits were multiplied by, times 32,768; the middle of a number's low byte is added before.
  (func (export "store") (param $row i32) (param $work i32) (param $high i32) (param $low i32) (param $bytes i32) (param $span i32) (result i32)
    (local $at i32) (local $end i32) (local $half i32) (local $block i32) (local $other i32) (local $factor i32)
    (local $a v128) (local $b v128) (local $most v128) (local $one v128) (local $mask v128)
    (local.set $one (i16x8.splat (i32.const 1)))
    (local.set $mask (i8x16.splat (i32.const 15)))
    ;; Twice the number, plus one.
    (local.set $end (i32.add (local.get $work) (i32.mul (local.get $bytes) (i32.const 4))))
    (local.set $at (local.get $work))
    (loop $numbers
      (local.set $a (i16x8.extend_low_i8x16_s (v128.load (local.get $row))))
      (local.set $b (i16x8.extend_high_i8x16_s (v128.load (local.get $row))))
      (v128.store (local.get $at) (i16x8.add (i16x8.add (local.get $a) (local.get $a)) (local.get $one)))
      (v128.store offset=16 (local.get $at) (i16x8.add (i16x8.add (local.get $b) (local.get $b)) (local.get $one)))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
    ;; A fast Walsh-Hadamard transform of vectors of eight numbers.
    (local.set $half (i32.const 16))
    (loop $stages
      (local.set $block (local.get $work))
      (loop $blocks
        (local.set $at (local.get $block))
        (local.set $block (i32.add (local.get $block) (local.get $half)))
        (loop $pairs
          (local.set $other (i32.add (local.get $at) (local.get $half)))
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load (local.get $other)))
          (v128.store (local.get $at) (i16x8.add (local.get $a) (local.get $b)))
          (v128.store (local.get $other) (i16x8.sub (local.get $a) (local.get $b)))
          (br_if $pairs (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $block))))
        (br_if $blocks (i32.lt_u (local.tee $block (i32.add (local.get $block) (local.get $half))) (local.get $end))))
      (br_if $stages (i32.lt_u (local.tee $half (i32.mul (local.get $half) (i32.const 2))) (local.get $span))))
    ;; The largest number, and the factor that makes it 127 or less.
    (local.set $at (local.get $work))
    (loop $largest
      (local.set $most (i16x8.max_u (local.get $most) (i16x8.abs (v128.load (local.get $at)))))
      (br_if $largest (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (local.set $most (i16x8.max_u (local.get $most) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $most) (local.get $most))))
    (local.set $most (i16x8.max_u (local.get $most) (i8x16.shuffle 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 (local.get $most) (local.get $most))))
    (local.set $most (i16x8.max_u (local.get $most) (i8x16.shuffle 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 (local.get $most) (local.get $most))))
    (local.set $factor (i32.div_u (i32.const 4161536) (i32.or (i16x8.extract_lane_u 0 (local.get $most)) (i32.const 1))))
    (if (i32.gt_u (local.get $factor) (i32.const 32767)) (then (local.set $factor (i32.const 32767))))
    (local.set $most (i16x8.splat (local.get $factor)))
    (local.set $one (i8x16.splat (i32.const 128)))
    (local.set $at (local.get $work))
    (loop $halves
      (local.set $a (v128.xor (local.get $one) (i8x16.narrow_i16x8_s
        (i16x8.q15mulr_sat_s (v128.load (local.get $at)) (local.get $most))
        (i16x8.q15mulr_sat_s (v128.load offset=16 (local.get $at)) (local.get $most)))))
      (local.set $b (v128.xor (local.get $one) (i8x16.narrow_i16x8_s
        (i16x8.q15mulr_sat_s (v128.load offset=32 (local.get $at)) (local.get $most))
        (i16x8.q15mulr_sat_s (v128.load offset=48 (local.get $at)) (local.get $most)))))
      (v128.store (local.get $high) (v128.or (v128.and (i16x8.shr_u (local.get $a) (i32.const 4)) (local.get $mask)) (v128.andnot (local.get $b) (local.get $mask))))
      (v128.store (local.get $low) (v128.or (v128.and (local.get $a) (local.get $mask)) (i16x8.shl (v128.and (local.get $b) (local.get $mask)) (i32.const 4))))
      (local.set $high (i32.add (local.get $high) (i32.const 16)))
      (local.set $low (i32.add (local.get $low) (i32.const 16)))
      (br_if $halves (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 64))) (local.get $end))))
    (local.get $factor)))
