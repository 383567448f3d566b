void read();
void go_on_without() {
    try {
        read();
    } catch (...) {
    }
}
