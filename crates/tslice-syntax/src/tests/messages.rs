//! Messages that `const` code writes.

use alloc::format;
use alloc::string::ToString;

use tslice_entry::Message;

#[test]
fn numbers_read_as_format_writes_them() {
    for number in [
        0,
        7,
        -1,
        10,
        907,
        i128::from(i64::MIN),
        i128::MAX,
        i128::MIN,
    ] {
        let message = Message::new().text("n = ").number(number);
        assert_eq!(message.to_string(), format!("n = {number}"));
    }
    let list = Message::new().list(&[2, 0, 31]);
    assert_eq!(list.to_string(), "[2, 0, 31]");
}

#[test]
fn what_has_no_place_is_left_out() {
    let long = Message::new().list(&[usize::MAX; 100]).to_string();
    assert!(long.starts_with("[18") && long.len() <= 400, "{long}");
}
